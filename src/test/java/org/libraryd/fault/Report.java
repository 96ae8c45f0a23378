package org.libraryd.fault;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The table {@code target/faults/report.md}, one row per scenario of this run, and printed.
 *
 * <p>With {@code -Dfaults.table} the rows also go into {@code src/docs/faults.md}, each in place of
 * its former one.
 */
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
          fault + SHORTENED,
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
  private static final Path TABLE = Path.of("src", "docs", "faults.md");
  private static final String SHORTENED =
      Ground.PACE == 1 ? "" : String.format(Locale.ROOT, " (its time × %s)", Ground.PACE);
  private static final String HEAD =
      """
      | scenario | database | fault | records | outcomes | lost | doubled | recovered, s | took, s \
      | result |
      |---|---|---|---:|---|---:|---:|---:|---:|---|
      """;
  private static final Map<String, String> ROWS = new TreeMap<>();

  private static final String SETTINGS =
      String.format(
          Locale.ROOT,
          "Pace %s (the part of its time that a fault was held), seed %s.%n%n",
          Ground.PACE,
          System.getProperty("seed", "by chance, printed for each scenario"));

  private Report() {}

  /** Adds a row, in place of an earlier one of the same scenario and database. */
  static synchronized void add(Row row) {
    ROWS.put(key(row.toString()), row.toString());
    System.out.println(row);
    try {
      Files.createDirectories(FILE.getParent());
      Files.writeString(FILE, SETTINGS + table(ROWS));
      if (System.getProperty("faults.table") != null) {
        renew(TABLE);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Replaces the rows of a file that it has in common with this run, and leaves all else. */
  private static void renew(Path file) throws IOException {
    String text = Files.readString(file);
    int head = text.indexOf(HEAD);
    List<String> rest = text.substring(head + HEAD.length()).lines().toList();
    Map<String, String> rows = new TreeMap<>();
    rest.stream().takeWhile(line -> line.startsWith("|")).forEach(row -> rows.put(key(row), row));
    String tail =
        rest.stream()
            .dropWhile(line -> line.startsWith("|"))
            .collect(Collectors.joining("\n", "", "\n"));
    rows.putAll(ROWS);
    Files.writeString(file, text.substring(0, head) + table(rows) + tail);
  }

  private static String table(Map<String, String> rows) {
    return HEAD + rows.values().stream().map(row -> row + "\n").collect(Collectors.joining());
  }

  /** The scenario and the database. */
  private static String key(String row) {
    String[] cells = row.split("\\|", 4);
    return cells[1] + cells[2];
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
