package org.libraryd.support;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.inject.Inject;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.TimeZone;
import javax.sql.DataSource;
import org.apache.kafka.clients.admin.Admin;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.junit.jupiter.api.Test;

/** What both test profiles promise; a subclass per database names the product. */
abstract class TestDatabaseContract {
  @Inject DataSource database;

  @Inject
  @ConfigProperty(name = "kafka.bootstrap.servers")
  String bootstrap;

  abstract String product();

  @Test
  void applicationSeesTheDatabaseOfItsProfile() throws SQLException {
    try (Connection connection = database.getConnection()) {
      assertThat(connection.getMetaData().getDatabaseProductName()).isEqualTo(product());
    }
  }

  @Test
  void databaseSessionHasAnotherTimeZoneThanTheJvm() throws SQLException {
    try (Connection connection = database.getConnection();
        Statement statement = connection.createStatement();
        ResultSet hour =
            statement.executeQuery("SELECT EXTRACT(TIMEZONE_HOUR FROM CURRENT_TIMESTAMP)")) {
      assertThat(hour.next()).isTrue();
      assertThat(hour.getInt(1)).isEqualTo(5);
      assertThat(TimeZone.getDefault().getID()).isNotEqualTo("Asia/Kathmandu");
    }
  }

  @Test
  void brokerHasTheTopicsAndNothingElse() throws Exception {
    try (Admin admin = Topics.admin(bootstrap)) {
      assertThat(admin.listTopics().names().get())
          .hasSize(5)
          .allMatch(name -> name.startsWith("libraryd."));
    }
  }
}
