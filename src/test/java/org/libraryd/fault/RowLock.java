package org.libraryd.fault;

import static org.awaitility.Awaitility.await;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;

/** A session that holds rows until it is closed, as a person with an open transaction does. */
final class RowLock implements AutoCloseable {

  private static final Duration LIMIT = Duration.ofSeconds(60);
  private static final String LATEST =
      """
      SELECT FROM loan
       WHERE loan_id IN (SELECT loan_id FROM loan WHERE status = ANY (?)
                          ORDER BY updated_at DESC LIMIT %d)
       ORDER BY loan_id FOR UPDATE
      """;

  private final Run run;
  private final Connection connection;

  private RowLock(Run run, Connection connection) {
    this.run = run;
    this.connection = connection;
  }

  /** Locks loans that are there. */
  static RowLock onLoans(Run run, String... loanIds) {
    return on(run, "SELECT FROM loan WHERE loan_id = ANY (?) ORDER BY loan_id FOR UPDATE", loanIds);
  }

  /** Locks the open loans that changed last, in the order in which everybody locks loans. */
  static RowLock onOpenLoans(Run run, int loans) {
    return on(run, LATEST.formatted(loans), "CREATED", "APPROVED");
  }

  /** Locks every shard, so that no relay publishes. */
  static RowLock onRelays(Run run) {
    return on(run, "SELECT FROM outbox_shard WHERE 'all' = ANY (?) FOR UPDATE", "all");
  }

  private static RowLock on(Run run, String sql, String... values) {
    try {
      Connection connection = run.store().open();
      connection.setAutoCommit(false);
      try (PreparedStatement statement = connection.prepareStatement(sql)) {
        statement.setArray(1, connection.createArrayOf("text", values));
        statement.execute();
      }
      return new RowLock(run, connection);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Waits until so many sessions of this database wait for a lock. */
  void awaitWaiting(int sessions) {
    await(sessions + " wait for a lock")
        .atMost(LIMIT)
        .pollInterval(Duration.ofMillis(20))
        .until(
            () ->
                run.count(
                        "SELECT count(*) FROM pg_stat_activity"
                            + " WHERE datname = current_database() AND wait_event_type = 'Lock'")
                    >= sessions);
  }

  @Override
  public void close() {
    try {
      connection.rollback();
      connection.close();
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }
}
