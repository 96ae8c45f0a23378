package org.libraryd.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

/** What was measured, as a table with medians, their spread and ratios to baselines. */
final class Figures {
  /**
   * All rounds of one measurement.
   *
   * @param name {@code <what>, <who>}
   * @param baselines names of the rows that it is compared with
   */
  record Row(String name, String unit, List<String> baselines, List<Double> values) {
    double median() {
      List<Double> sorted = values.stream().sorted().toList();
      int middle = sorted.size() / 2;
      return sorted.size() % 2 == 1
          ? sorted.get(middle)
          : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
    }

    String number(double value) {
      return String.format(Locale.ROOT, value < 100 ? "%.1f" : "%,.0f", value);
    }
  }

  private final Map<String, Row> rows = new LinkedHashMap<>();
  private final List<String> notes = new ArrayList<>();

  /** Adds a round; the row is compared with those baselines that were measured too. */
  void add(String row, double perSecond, List<String> baselines) {
    add(row, "/s", perSecond, baselines);
  }

  /** Adds a round that took a time. */
  void addMillis(String row, double millis) {
    add(row, "ms", millis, List.of());
  }

  /** Adds a line below the table. */
  void note(String line) {
    System.out.println(line);
    notes.add(line);
  }

  /** Prints the table and writes it to a directory, as text and as a plot. */
  void report(Path directory) throws IOException {
    String text = table() + "\n" + String.join("\n", notes) + "\n";
    System.out.println("\n" + text);
    Files.createDirectories(directory);
    Files.writeString(directory.resolve("figures.md"), text);
    Files.writeString(directory.resolve("figures.svg"), Plot.of(rows.values()));
  }

  private void add(String name, String unit, double value, List<String> baselines) {
    System.out.printf(Locale.ROOT, "%s: %.1f %s%n", name, value, unit);
    rows.computeIfAbsent(name, key -> new Row(key, unit, baselines, new ArrayList<>()))
        .values()
        .add(value);
  }

  private String table() {
    StringBuilder table = new StringBuilder("| | median | | rounds | ratio of medians |\n");
    table.append("|---|---:|---|---:|---|\n");
    for (Row row : rows.values()) {
      table.append(
          "| %s | %s | %s | %s | %s |\n"
              .formatted(
                  row.name(),
                  row.number(row.median()),
                  row.unit(),
                  row.values().stream().map(row::number).collect(Collectors.joining(" · ")),
                  ratios(row)));
    }
    return table.toString();
  }

  private String ratios(Row row) {
    return row.baselines().stream()
        .map(rows::get)
        .filter(Objects::nonNull)
        .map(baseline -> ratio(row, baseline))
        .collect(Collectors.joining("; "));
  }

  private static String ratio(Row row, Row baseline) {
    return String.format(
        Locale.ROOT, "%.2f × %s", row.median() / baseline.median(), baseline.name());
  }
}
