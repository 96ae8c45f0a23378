package org.libraryd.fault;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * Looks every 20 ms at what the sessions of a database do: how long a kind of statement takes, and
 * how long anybody waits for a lock.
 *
 * <p>A session shows its last statement until the next, so that short ones are seen as well.
 */
final class StatementWatch implements AutoCloseable {

  private static final String LOOK =
      """
      SELECT a.pid || ' ' || a.query_start,
             1000 * extract(EPOCH FROM a.state_change - a.query_start),
             1000 * coalesce((SELECT max(extract(EPOCH FROM clock_timestamp() - l.waitstart))
                                FROM pg_locks l WHERE l.pid = a.pid AND NOT l.granted), 0),
             a.state <> 'active' AND a.query LIKE ANY (?)
        FROM pg_stat_activity a
       WHERE a.datname = current_database() AND a.pid <> pg_backend_pid()
      """;

  private final Connection connection;
  private final String[] beginnings;
  private final Map<String, Double> statements = new HashMap<>();
  private final ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor();
  private double lockWait;
  private long failures;

  /** Watches statements that begin like this. */
  StatementWatch(Store store, String... beginnings) throws SQLException {
    this.connection = store.open();
    this.beginnings = beginnings;
    var unused = thread.scheduleWithFixedDelay(this::look, 0, 20, TimeUnit.MILLISECONDS);
  }

  /** The times of the statements in ms, shortest first. */
  synchronized double[] milliseconds() {
    if (failures > 0) {
      throw new IllegalStateException(failures + " looks failed");
    }
    return statements.values().stream().mapToDouble(it -> it).sorted().toArray();
  }

  /** The longest time in ms that a session was seen to wait for a lock. */
  synchronized double longestLockWait() {
    return lockWait;
  }

  @Override
  public void close() throws SQLException {
    thread.shutdownNow();
    connection.close();
  }

  private synchronized void look() {
    try (PreparedStatement statement = connection.prepareStatement(LOOK)) {
      statement.setArray(1, connection.createArrayOf("text", beginnings));
      try (ResultSet seen = statement.executeQuery()) {
        while (seen.next()) {
          lockWait = Math.max(lockWait, seen.getDouble(3));
          if (seen.getBoolean(4)) {
            statements.put(seen.getString(1), seen.getDouble(2));
          }
        }
      }
    } catch (SQLException e) {
      failures++;
    }
  }
}
