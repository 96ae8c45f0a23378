package org.libraryd.fault;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.libraryd.model.UnsentRows;
import org.libraryd.support.LibraryProcess;
import org.libraryd.support.LibraryProcess.Build;
import org.libraryd.support.PostgresProcess;

/** The default package on a PostgreSQL whose acknowledged commits are on the disk. */
class PostgresCrashIT extends CrashContract {

  private final PostgresProcess server = PostgresProcess.startDurable();
  private final String url = server.createDatabase();

  @AfterEach
  void stopServer() {
    server.close();
  }

  @Override
  LibraryProcess start(String bootstrap) {
    Map<String, String> environment = new HashMap<>(SMALL_BATCHES);
    environment.put("KAFKA_BOOTSTRAP_SERVERS", bootstrap);
    environment.put("QUARKUS_DATASOURCE_JDBC_URL", url);
    return LibraryProcess.start(Build.POSTGRESQL, environment);
  }

  @Override
  long unsent(LibraryProcess library) {
    try (Connection connection = open()) {
      return UnsentRows.count(connection);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  Connection open() throws SQLException {
    return DriverManager.getConnection(url);
  }
}
