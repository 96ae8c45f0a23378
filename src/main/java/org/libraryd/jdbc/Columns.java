package org.libraryd.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The columns that a statement over a set of rows takes, in the order of its parameters. */
public final class Columns<R> {
  private record Column<R>(String name, Type type, Function<R, @Nullable Object> value) {}

  /** The types that our tables use, with their PostgreSQL names. */
  public enum Type {
    TEXT("text"),
    INT2("int2"),
    INT4("int4"),
    INT8("int8"),
    BYTES("bytea");

    private final String postgresName;

    Type(String postgresName) {
      this.postgresName = postgresName;
    }

    private @Nullable Object[] array(int length) {
      return switch (this) {
        case TEXT -> new String[length];
        case INT2 -> new Short[length];
        case INT4 -> new Integer[length];
        case INT8 -> new Long[length];
        case BYTES -> new byte[length][];
      };
    }
  }

  private final List<Column<R>> columns = new ArrayList<>();

  public Columns<R> add(String name, Type type, Function<R, @Nullable Object> value) {
    columns.add(new Column<>(name, type, value));
    return this;
  }

  List<String> names() {
    return columns.stream().map(Column::name).toList();
  }

  /** The parameters as arrays: {@code ?::text[], ?::int8[]}. */
  String arrayParameters() {
    return String.join(
        ", ", columns.stream().map(column -> "?::" + column.type().postgresName + "[]").toList());
  }

  String rowParameters() {
    return String.join(", ", columns.stream().map(column -> "?").toList());
  }

  void bindArrays(Connection connection, PreparedStatement statement, List<R> rows)
      throws SQLException {
    for (int i = 0; i < columns.size(); i++) {
      Column<R> column = columns.get(i);
      Object[] values = rows.stream().map(column.value()).toArray(column.type()::array);
      statement.setArray(i + 1, connection.createArrayOf(column.type().postgresName, values));
    }
  }

  void bindRow(PreparedStatement statement, R row) throws SQLException {
    for (int i = 0; i < columns.size(); i++) {
      statement.setObject(i + 1, columns.get(i).value().apply(row));
    }
  }
}
