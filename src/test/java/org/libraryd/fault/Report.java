package org.libraryd.fault;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The table {@code target/faults/report.md}, one row per scenario of this run, and printed. */
final class Report {

  /**
   * A row.
   *
   * @param lost effects that are missing, -1 where they could not be counted
   * @param doubled effects that are too many, -1 where they could not be counted
   * @param recovered seconds from the end of the fault until all was done, NaN without a fault
   * @param took seconds of the scenario as a whole, NaN for a part of the stream {@code input}
   */
  record Row(
      String id,
      String database,
      String fault,
      int records,
      String outcomes,
      int lost,
      int doubled,
      double recovered,
      double took,
      String result) {

    /** A scenario that is only a part of a stream; the whole stream has a row of its own. */
    static Row ofInput(
        String id, Store store, String fault, List<String> verdicts, List<String> wrong) {
      Map<String, Long> counts =
          verdicts.stream().collect(Collectors.groupingBy(it -> it, Collectors.counting()));
      int lost = (int) wrong.stream().filter(line -> line.contains("without a trace")).count();
      return new Row(
          id,
          store.name(),
          fault,
          verdicts.size(),
          Report.outcomes(counts),
          lost,
          0,
          Double.NaN,
          Double.NaN,
          wrong.isEmpty() ? "passed" : "**failed**: " + wrong.get(0));
    }

    @Override
    public String toString() {
      return String.format(
          Locale.ROOT,
          "| %s | %s | %s | %d | %s | %s | %s | %s | %s | %s |",
          id,
          database,
          fault,
          records,
          outcomes,
          lost < 0 ? "?" : lost,
          doubled < 0 ? "?" : doubled,
          Double.isNaN(recovered) ? "" : String.format(Locale.ROOT, "%.1f", recovered),
          Double.isNaN(took) ? "as input" : String.format(Locale.ROOT, "%.0f", took),
          result);
    }
  }

  private static final Path FILE = Path.of("target", "faults", "report.md");
  private static final String HEAD =
      """
      | scenario | database | fault | records | outcomes | lost | doubled | recovered, s | took, s \
      | result |
      |---|---|---|---:|---|---:|---:|---:|---:|---|
      """;
  private static final Map<String, Row> ROWS = new TreeMap<>();

  private Report() {}

  /** Adds a row, in place of an earlier one of the same scenario and database. */
  static synchronized void add(Row row) {
    ROWS.put(row.id() + " " + row.database(), row);
    System.out.println(row);
    List<String> lines = new ArrayList<>(List.of(HEAD.strip()));
    ROWS.values().forEach(one -> lines.add(one.toString()));
    try {
      Files.createDirectories(FILE.getParent());
      Files.write(FILE, lines);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Puts counts by verdict into one line, outcomes without their reasons. */
  static String outcomes(Map<String, Long> verdicts) {
    Map<String, Long> outcomes = new TreeMap<>();
    verdicts.forEach(
        (verdict, count) -> outcomes.merge(verdict.split(" ", 2)[0], count, Long::sum));
    return outcomes.entrySet().stream()
        .map(entry -> entry.getKey().toLowerCase(Locale.ROOT) + " " + entry.getValue())
        .collect(Collectors.joining(", "));
  }

  /** Adds up the counts of verdicts that differ in their reason only. */
  static Map<String, Long> byOutcome(Map<String, Long> verdicts) {
    Map<String, Long> outcomes = new TreeMap<>();
    verdicts.forEach(
        (verdict, count) -> outcomes.merge(verdict.split(" ", 2)[0], count, Long::sum));
    return outcomes;
  }
}
