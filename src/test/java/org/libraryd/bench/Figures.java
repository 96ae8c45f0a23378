package org.libraryd.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** What was measured, as a table with medians, their spread, and ratios to a baseline. */
final class Figures {
  private final Map<String, List<Double>> rounds = new LinkedHashMap<>();
  private final Map<String, String> baselines = new LinkedHashMap<>();
  private final List<String> notes = new ArrayList<>();

  /** Adds a round; the row's ratio is to the median of the baseline's row. */
  void add(String row, String baseline, double perSecond) {
    System.out.printf(Locale.ROOT, "%s: %.0f/s%n", row, perSecond);
    rounds.computeIfAbsent(row, key -> new ArrayList<>()).add(perSecond);
    baselines.put(row, baseline);
  }

  /** Adds a line below the table. */
  void note(String line) {
    notes.add(line);
  }

  /** Prints the table and writes it to a file. */
  void report(Path file) throws IOException {
    String text = table() + "\n" + String.join("\n", notes) + "\n";
    System.out.println("\n" + text);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  private String table() {
    StringBuilder table = new StringBuilder("| | median per second | rounds | ratio |\n");
    table.append("|---|---:|---|---:|\n");
    rounds.forEach(
        (row, values) -> {
          double baseline = median(rounds.getOrDefault(baselines.get(row), values));
          table.append(
              "| %s | %s | %s | %.2f |%n"
                  .formatted(
                      row,
                      number(median(values)),
                      String.join(", ", values.stream().map(Figures::number).toList()),
                      median(values) / baseline));
        });
    return table.toString();
  }

  private static String number(double value) {
    return String.format(Locale.ROOT, "%,.0f", value);
  }

  private static double median(List<Double> values) {
    List<Double> sorted = values.stream().sorted().toList();
    int middle = sorted.size() / 2;
    return sorted.size() % 2 == 1
        ? sorted.get(middle)
        : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
  }
}
