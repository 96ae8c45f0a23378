package org.libraryd.fault;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Map;
import org.libraryd.support.LibraryProcess.Build;

/**
 * A database of a real PostgreSQL.
 *
 * @param url the way of the test
 * @param serviceUrl the way of the service, which may lead through a proxy
 */
record PostgresStore(String url, String serviceUrl) implements Store {

  @Override
  public String name() {
    return "PostgreSQL";
  }

  @Override
  public Build build() {
    return Build.POSTGRESQL;
  }

  @Override
  public Map<String, String> environment() {
    return Map.of("QUARKUS_DATASOURCE_JDBC_URL", serviceUrl);
  }

  @Override
  public boolean isShared() {
    return true;
  }

  @Override
  public Connection open() throws SQLException {
    return DriverManager.getConnection(url);
  }
}
