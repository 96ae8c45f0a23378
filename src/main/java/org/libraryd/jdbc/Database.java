package org.libraryd.jdbc;

import jakarta.enterprise.context.ApplicationScoped;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.jspecify.annotations.Nullable;

/**
 * Runs statements on the connection of the running JTA transaction, or each on its own where none
 * runs. A path that calls it twice in a transaction still holds one connection.
 */
@ApplicationScoped
public class Database {
  private final DataSource dataSource;
  private final Dialect dialect;

  public Database(
      DataSource dataSource, @ConfigProperty(name = "quarkus.datasource.db-kind") String kind) {
    this.dataSource = dataSource;
    this.dialect = Dialect.ofKind(kind);
  }

  public Dialect dialect() {
    return dialect;
  }

  /** What is done with a connection and the statement's text. */
  @FunctionalInterface
  interface Work<T> {
    T run(Connection connection, String sql) throws SQLException;
  }

  <T> T with(String sql, Work<T> work) {
    try (Connection connection = dataSource.getConnection()) {
      return work.run(connection, sql);
    } catch (SQLException e) {
      throw new DatabaseException(sql, e);
    }
  }

  /** Runs a query; a {@code String[]}, {@code Long[]} or {@code Short[]} is bound as an array. */
  public <T> List<T> query(String query, RowMapper<T> mapper, @Nullable Object... parameters) {
    return with(
        query,
        (connection, sql) -> {
          try (PreparedStatement statement = connection.prepareStatement(sql)) {
            bind(connection, statement, parameters);
            List<T> rows = new ArrayList<>();
            try (ResultSet result = statement.executeQuery()) {
              while (result.next()) {
                rows.add(mapper.map(result));
              }
            }
            return rows;
          }
        });
  }

  /** Asks the database for the isolation of our sessions, a constant of {@link Connection}. */
  public int isolation() {
    return with(
        "SHOW TRANSACTION ISOLATION LEVEL",
        (connection, sql) -> connection.getTransactionIsolation());
  }

  /** Runs a statement that changes rows and returns how many. */
  public int update(String update, @Nullable Object... parameters) {
    return with(
        update,
        (connection, sql) -> {
          try (PreparedStatement statement = connection.prepareStatement(sql)) {
            bind(connection, statement, parameters);
            return statement.executeUpdate();
          }
        });
  }

  private static void bind(
      Connection connection, PreparedStatement statement, @Nullable Object[] parameters)
      throws SQLException {
    for (int i = 0; i < parameters.length; i++) {
      Object parameter = parameters[i];
      if (parameter instanceof String[] texts) {
        statement.setArray(i + 1, connection.createArrayOf("text", texts));
      } else if (parameter instanceof Long[] numbers) {
        statement.setArray(i + 1, connection.createArrayOf("int8", numbers));
      } else if (parameter instanceof Short[] numbers) {
        statement.setArray(i + 1, connection.createArrayOf("int2", numbers));
      } else {
        statement.setObject(i + 1, parameter);
      }
    }
  }
}
