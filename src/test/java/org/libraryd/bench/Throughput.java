package org.libraryd.bench;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Iterator;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.libraryd.model.TopicReader;

/**
 * Rows per second as the rows themselves tell: each has the time at which its transaction began, or
 * at which it was sent.
 *
 * <p>Counted from the first time after the warm-up to the last, whose own rows do not count.
 */
final class Throughput {
  private static final double MILLIS = 1_000;

  private Throughput() {}

  /**
   * @param column the time of the rows of {@code from}, a table with or without a condition
   * @param warmUp rows that are not counted, as they were handled while the JVM compiled
   */
  static double ofRows(String url, String column, String from, long warmUp) throws SQLException {
    String sql =
        "SELECT extract(epoch FROM %1$s), count(*) FROM %2$s GROUP BY %1$s".formatted(column, from);
    NavigableMap<Double, Long> rows = new TreeMap<>();
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement();
        ResultSet times = statement.executeQuery(sql)) {
      while (times.next()) {
        rows.put(times.getDouble(1), times.getLong(2));
      }
    }
    return of(rows, warmUp);
  }

  /** The committed records of a topic, by the time stamps their producer gave them. */
  static double ofTopic(String bootstrap, String topic, long warmUp) {
    NavigableMap<Double, Long> rows = new TreeMap<>();
    new TopicReader(bootstrap)
        .forEach(topic, record -> rows.merge(record.timestamp() / MILLIS, 1L, Long::sum));
    return of(rows, warmUp);
  }

  private static double of(NavigableMap<Double, Long> rows, long warmUp) {
    long before = 0;
    Iterator<Map.Entry<Double, Long>> times = rows.entrySet().iterator();
    while (before < warmUp && times.hasNext()) {
      before += times.next().getValue();
    }
    if (!times.hasNext()) {
      throw new IllegalStateException("Nothing to measure after " + warmUp + " rows");
    }
    double start = times.next().getKey();
    double end = rows.lastKey();
    if (start == end) {
      throw new IllegalStateException("All is one transaction after " + warmUp + " rows");
    }
    long counted = rows.subMap(start, end).values().stream().mapToLong(Long::longValue).sum();
    return counted / (end - start);
  }
}
