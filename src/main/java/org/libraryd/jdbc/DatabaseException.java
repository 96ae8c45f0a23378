package org.libraryd.jdbc;

import java.sql.SQLException;

/** A failed statement. Unchecked, so that JTA rolls back; the SQLState stands in the cause. */
public final class DatabaseException extends RuntimeException {
  private static final long serialVersionUID = 1;

  public DatabaseException(String statement, SQLException cause) {
    super(firstLine(statement) + " failed: " + cause.getMessage(), cause);
  }

  private static String firstLine(String statement) {
    return statement.strip().lines().findFirst().orElse("");
  }
}
