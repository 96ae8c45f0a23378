package org.libraryd.bench;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/**
 * Rows per second as the rows themselves tell: each has the time at which its transaction began.
 *
 * <p>Counted from the beginning of the first transaction after the warm-up to the beginning of the
 * last, whose own rows do not count.
 */
final class Throughput {
  private record Commit(double seconds, long rows) {}

  private Throughput() {}

  /**
   * @param column the time of the rows of {@code from}, a table with or without a condition
   * @param warmUp rows that are not counted, as they were handled while the JVM compiled
   */
  static double of(String url, String column, String from, long warmUp) throws SQLException {
    List<Commit> commits = commits(url, column, from);
    int first = 0;
    long before = 0;
    while (before < warmUp) {
      before += commits.get(first).rows();
      first++;
    }
    List<Commit> measured = commits.subList(first, commits.size());
    double seconds = measured.get(measured.size() - 1).seconds() - measured.get(0).seconds();
    long rows = measured.stream().limit(measured.size() - 1L).mapToLong(Commit::rows).sum();
    return rows / seconds;
  }

  private static List<Commit> commits(String url, String column, String from) throws SQLException {
    String sql =
        "SELECT extract(epoch FROM %s), count(*) FROM %s GROUP BY 1 ORDER BY 1"
            .formatted(column, from);
    List<Commit> commits = new ArrayList<>();
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      while (rows.next()) {
        commits.add(new Commit(rows.getDouble(1), rows.getLong(2)));
      }
    }
    return commits;
  }
}
