package org.libraryd.bench;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Figures as an SVG: a bar for each median with a line from the lowest round to the highest. Bars
 * of one measurement have one scale.
 */
final class Plot {
  private static final int LABEL = 240;
  private static final int BAR = 400;
  private static final int WIDTH = LABEL + BAR + 120;
  private static final int ROW = 24;
  private static final int GAP = 12;
  private static final int SPACE = 8;

  private final StringBuilder shapes = new StringBuilder();
  private int y = GAP;

  private Plot() {}

  static String of(Collection<Figures.Row> rows) {
    Map<String, List<Figures.Row>> groups = new LinkedHashMap<>();
    for (Figures.Row row : rows) {
      groups.computeIfAbsent(measurement(row), key -> new ArrayList<>()).add(row);
    }
    Plot plot = new Plot();
    groups.values().forEach(plot::group);
    return plot.document();
  }

  private static String measurement(Figures.Row row) {
    return row.name().replaceFirst(",.*", "") + row.unit();
  }

  private void group(List<Figures.Row> rows) {
    double longest = rows.stream().mapToDouble(Plot::highest).max().orElse(1);
    rows.forEach(row -> bar(row, BAR / longest));
    y += GAP;
  }

  private void bar(Figures.Row row, double scale) {
    double lowest = row.values().stream().mapToDouble(value -> value).min().orElse(0);
    double highest = highest(row);
    int middle = y + ROW / 2;
    shapes.append(
        """
        <text x='%d' y='%d' text-anchor='end'>%s</text>
        <rect x='%d' y='%d' width='%d' height='%d' fill='%s'/>
        <line x1='%d' x2='%d' y1='%d' y2='%d' stroke='black'/>
        <text x='%d' y='%d'>%s %s</text>
        """
            .formatted(
                LABEL - SPACE,
                middle + 4,
                row.name(),
                LABEL,
                y + 3,
                Math.round(row.median() * scale),
                ROW - 6,
                color(row),
                LABEL + Math.round(lowest * scale),
                LABEL + Math.round(highest * scale),
                middle,
                middle,
                LABEL + Math.round(highest * scale) + SPACE,
                middle + 4,
                row.number(row.median()),
                row.unit()));
    y += ROW;
  }

  private static double highest(Figures.Row row) {
    return row.values().stream().mapToDouble(value -> value).max().orElse(0);
  }

  private static String color(Figures.Row row) {
    return row.name().endsWith("seed") ? "#ccc" : row.name().endsWith("libraryd") ? "#36a" : "#9bd";
  }

  private String document() {
    return """
    <svg xmlns='http://www.w3.org/2000/svg' width='%d' height='%d' font-family='sans-serif'
         font-size='12'>
    <rect width='100%%' height='100%%' fill='white'/>
    %s</svg>
    """
        .formatted(WIDTH, y, shapes);
  }
}
