package org.libraryd.jdbc;

import java.sql.ResultSet;
import java.sql.SQLException;

/** Reads the current row of a result. */
@FunctionalInterface
public interface RowMapper<T> {
  T map(ResultSet row) throws SQLException;
}
