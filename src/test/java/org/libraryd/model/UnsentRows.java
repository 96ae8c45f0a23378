package org.libraryd.model;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** Counts outbox rows that still have to go. */
public final class UnsentRows {

  private UnsentRows() {}

  public static long count(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet found =
            statement.executeQuery("SELECT COUNT(*) FROM outbox WHERE NOT published")) {
      found.next();
      return found.getLong(1);
    }
  }
}
