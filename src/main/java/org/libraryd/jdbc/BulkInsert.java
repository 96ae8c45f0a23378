package org.libraryd.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/**
 * Inserts each row unless it conflicts with one that is there, in the order given, and answers
 * which keys went in. A conflict is an answer and not an error, so the transaction stays usable.
 *
 * <p>Keys must be distinct within a call.
 */
public final class BulkInsert<R> {
  private final Columns<R> columns;
  private final Function<R, String> key;
  private final String setStatement;
  private final String rowStatement;

  public BulkInsert(String table, String keyColumn, Function<R, String> key, Columns<R> columns) {
    this.columns = columns;
    this.key = key;
    String names = String.join(", ", columns.names());
    // ORDER BY: rows are inserted, locked and numbered in the caller's order.
    this.setStatement =
        "INSERT INTO %s (%s) SELECT %s FROM unnest(%s) WITH ORDINALITY AS input (%s, ordinal)"
                .formatted(table, names, names, columns.arrayParameters(), names)
            + " ORDER BY ordinal ON CONFLICT DO NOTHING RETURNING "
            + keyColumn;
    this.rowStatement =
        "INSERT INTO %s (%s) VALUES (%s) ON CONFLICT DO NOTHING"
            .formatted(table, names, columns.rowParameters());
  }

  /** Returns the keys that this call inserted. */
  public Set<String> insert(Database database, List<R> rows) {
    if (rows.isEmpty()) {
      return Set.of();
    }
    return database.dialect() == Dialect.POSTGRESQL
        ? database.with(setStatement, (connection, sql) -> insertSet(connection, sql, rows))
        : database.with(rowStatement, (connection, sql) -> insertRows(connection, sql, rows));
  }

  private Set<String> insertSet(Connection connection, String sql, List<R> rows)
      throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      columns.bindArrays(connection, statement, rows);
      Set<String> inserted = new HashSet<>(rows.size() * 2);
      try (ResultSet result = statement.executeQuery()) {
        while (result.next()) {
          inserted.add(result.getString(1));
        }
      }
      return inserted;
    }
  }

  private Set<String> insertRows(Connection connection, String sql, List<R> rows)
      throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      for (R row : rows) {
        columns.bindRow(statement, row);
        statement.addBatch();
      }
      int[] counts = statement.executeBatch();
      Set<String> inserted = new HashSet<>(rows.size() * 2);
      for (int i = 0; i < counts.length; i++) {
        if (counts[i] == 1) {
          inserted.add(key.apply(rows.get(i)));
        }
      }
      return inserted;
    }
  }
}
