package org.libraryd.bench.limit;

import java.sql.Array;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Collection;
import java.util.function.Function;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/** A connection with transactions, and statements over sets of rows. */
final class Session {
  /** A plan from when the tables were empty would stay a sequential scan. */
  private static final String SETTINGS =
      """
      SET plan_cache_mode = force_custom_plan;
      SET jit = off;
      SET synchronous_commit = on;
      SET lock_timeout = '5s';
      SET statement_timeout = '30s';
      SET idle_in_transaction_session_timeout = '30s'
      """;

  private Session() {}

  static Connection open(String url) throws SQLException {
    Connection connection = DriverManager.getConnection(url);
    try (Statement statement = connection.createStatement()) {
      statement.execute(SETTINGS);
    }
    connection.setAutoCommit(false);
    return connection;
  }

  /** One column of the rows, as a parameter. */
  static <R, T> Array column(
      Connection connection,
      String type,
      Collection<R> rows,
      Function<R, @Nullable T> value,
      IntFunction<T[]> array)
      throws SQLException {
    return connection.createArrayOf(type, rows.stream().map(value).toArray(array));
  }

  static PreparedStatement prepare(Connection connection, String sql, Object... parameters)
      throws SQLException {
    PreparedStatement statement = connection.prepareStatement(sql);
    for (int i = 0; i < parameters.length; i++) {
      statement.setObject(i + 1, parameters[i]);
    }
    return statement;
  }
}
