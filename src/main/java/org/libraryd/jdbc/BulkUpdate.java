package org.libraryd.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;

/** Changes a set of rows by a conditional UPDATE or DELETE; the row count is the answer. */
public final class BulkUpdate<R> {
  private final Columns<R> columns;
  private final String setStatement;
  private final String rowStatement;

  /**
   * @param setStatement for PostgreSQL, with {@code %s} where the list of array parameters stands
   *     inside {@code unnest(…)}
   * @param rowStatement for H2, with a parameter per column in the same order
   */
  public BulkUpdate(Columns<R> columns, String setStatement, String rowStatement) {
    this.columns = columns;
    this.setStatement = setStatement.formatted(columns.arrayParameters());
    this.rowStatement = rowStatement;
  }

  /** Returns how many rows were changed. */
  public int update(Database database, List<R> rows) {
    if (rows.isEmpty()) {
      return 0;
    }
    return database.dialect() == Dialect.POSTGRESQL
        ? database.with(setStatement, (connection, sql) -> updateSet(connection, sql, rows))
        : database.with(rowStatement, (connection, sql) -> updateRows(connection, sql, rows));
  }

  private int updateSet(Connection connection, String sql, List<R> rows) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      columns.bindArrays(connection, statement, rows);
      return statement.executeUpdate();
    }
  }

  private int updateRows(Connection connection, String sql, List<R> rows) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      for (R row : rows) {
        columns.bindRow(statement, row);
        statement.addBatch();
      }
      return Arrays.stream(statement.executeBatch()).sum();
    }
  }
}
