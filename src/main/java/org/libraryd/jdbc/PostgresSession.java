package org.libraryd.jdbc;

import io.agroal.api.AgroalPoolInterceptor;
import jakarta.inject.Singleton;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/**
 * No PostgreSQL session of ours waits, works or holds locks without bound, whatever the address in
 * the configuration says. Does nothing on H2.
 */
@Singleton
public class PostgresSession implements AgroalPoolInterceptor {
  /** Longer than any statement may run, so that the server's answer comes first. */
  private static final int SOCKET_TIMEOUT_MILLIS = 40_000;

  // A frozen client keeps its locks for ever otherwise. A generic plan made while the tables are
  // nearly empty stays a sequential scan. Compiling a statement takes longer than running ours.
  // Each of ours is written for an index, and most take its first rows: statistics that are out of
  // date would have the whole table read instead, or a bitmap made of all rows before the first.
  private static final String SETTINGS =
      """
      SET idle_in_transaction_session_timeout = '30s';
      SET lock_timeout = '5s';
      SET statement_timeout = '30s';
      SET tcp_keepalives_idle = 10;
      SET tcp_keepalives_interval = 5;
      SET tcp_keepalives_count = 3;
      SET plan_cache_mode = force_custom_plan;
      SET jit = off;
      SET enable_seqscan = off;
      SET enable_bitmapscan = off
      """;

  private final Dialect dialect;

  public PostgresSession(@ConfigProperty(name = "quarkus.datasource.db-kind") String kind) {
    this.dialect = Dialect.ofKind(kind);
  }

  @Override
  public void onConnectionCreate(Connection connection) {
    if (dialect != Dialect.POSTGRESQL) {
      return;
    }
    try (Statement statement = connection.createStatement()) {
      connection.setNetworkTimeout(Runnable::run, SOCKET_TIMEOUT_MILLIS);
      statement.execute(SETTINGS);
    } catch (SQLException e) {
      throw new DatabaseException(SETTINGS, e);
    }
  }
}
