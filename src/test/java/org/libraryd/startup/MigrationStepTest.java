package org.libraryd.startup;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.Test;
import org.libraryd.health.DatabasePulse;

class MigrationStepTest {
  private static final String URL =
      "jdbc:h2:mem:migration-step;MODE=PostgreSQL;DATABASE_TO_LOWER=TRUE;DB_CLOSE_DELAY=-1";

  private final MigrationStep step =
      new MigrationStep(
          Flyway.configure()
              .dataSource(URL, null, null)
              .locations("classpath:db/migration/h2")
              .ignoreMigrationPatterns("*:future")
              .load(),
          new DatabasePulse());

  @Test
  void laterMigrationThatWasLeftHalfDoneRefusesTheStart() throws SQLException {
    step.attempt();
    applied("5", true);
    step.attempt();

    applied("6", false);

    assertThatThrownBy(step::attempt)
        .isInstanceOf(RefusedStartException.class)
        .hasMessageContaining("V6__next.sql was left half done");
  }

  private static void applied(String version, boolean success) throws SQLException {
    try (Connection connection = DriverManager.getConnection(URL);
        Statement statement = connection.createStatement()) {
      statement.execute(
          "INSERT INTO \"flyway_schema_history\" (\"installed_rank\", \"version\", \"description\","
              + " \"type\", \"script\", \"checksum\", \"installed_by\", \"execution_time\", \"success\")"
              + " VALUES (%1$s, '%1$s', 'next', 'SQL', 'V%1$s__next.sql', 1, 'SA', 1, %2$s)"
                  .formatted(version, success));
    }
  }
}
