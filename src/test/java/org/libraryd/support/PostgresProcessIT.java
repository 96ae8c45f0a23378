package org.libraryd.support;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Test;

class PostgresProcessIT {
  @Test
  void committedRowSurvivesAKill() throws SQLException {
    try (PostgresProcess postgres = PostgresProcess.startDurable()) {
      String url = postgres.createDatabase();
      execute(url, "CREATE TABLE kept AS SELECT 7 AS value");

      postgres.kill();

      assertThatThrownBy(() -> DriverManager.getConnection(url)).isInstanceOf(SQLException.class);
      postgres.restart();
      assertThat(query(url, "SELECT value FROM kept")).isEqualTo("7");
      assertThat(query(url, "SHOW fsync")).isEqualTo("on");
      assertThat(query(url, "SHOW synchronous_commit")).isEqualTo("on");
    }
  }

  @Test
  void pausedServerAnswersNobodyUntilResumed() throws SQLException {
    try (PostgresProcess postgres = PostgresProcess.start()) {
      String url = postgres.createDatabase();

      postgres.pause();

      assertThatThrownBy(() -> query(url + "&loginTimeout=1&socketTimeout=1", "SELECT 1"))
          .isInstanceOf(SQLException.class);
      postgres.resume();
      assertThat(query(url, "SHOW server_version")).startsWith("17.");
    }
  }

  private static void execute(String url, String sql) throws SQLException {
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private static String query(String url, String sql) throws SQLException {
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery(sql)) {
      assertThat(result.next()).isTrue();
      return result.getString(1);
    }
  }
}
