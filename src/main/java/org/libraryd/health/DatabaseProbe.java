package org.libraryd.health;

import io.agroal.api.AgroalDataSource;
import io.agroal.api.AgroalDataSource.FlushMode;
import io.quarkus.scheduler.Scheduled;
import io.quarkus.scheduler.Scheduled.ConcurrentExecution;
import jakarta.annotation.PreDestroy;
import jakarta.inject.Singleton;
import java.sql.SQLException;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.libraryd.jdbc.Database;
import org.libraryd.jdbc.DatabaseException;
import org.libraryd.jdbc.SpareConnection;

/**
 * Writes to the database, over a connection beside the pool: a pool whose connections are all at
 * work is busy, not away.
 */
@Singleton
public class DatabaseProbe extends Probe {
  /** A write that waits for nobody: it takes the first shard no relay has locked, for a moment. */
  private static final String WRITE =
      """
      UPDATE outbox_shard
         SET shard = shard
       WHERE shard = (SELECT shard
                        FROM outbox_shard
                       ORDER BY shard
                       FETCH FIRST 1 ROW ONLY
                         FOR UPDATE SKIP LOCKED)
      """;

  private final AgroalDataSource pool;
  private final AgroalDataSource spare;
  private final Database database;

  public DatabaseProbe(
      AgroalDataSource pool,
      @ConfigProperty(name = "quarkus.datasource.db-kind") String kind,
      DatabasePulse pulse)
      throws SQLException {
    super("database", pulse);
    this.pool = pool;
    this.spare = SpareConnection.beside(pool);
    this.database = new Database(spare, kind);
  }

  @Scheduled(
      identity = "database-probe",
      every = "5s",
      concurrentExecution = ConcurrentExecution.SKIP)
  void onSchedule() throws InterruptedException {
    runOnce();
  }

  @Override
  void call() {
    try {
      database.update(WRITE);
    } catch (DatabaseException e) {
      // Sessions with a node that has become read-only look healthy: only new ones find the writer.
      spare.flush(FlushMode.ALL);
      pool.flush(FlushMode.IDLE);
      throw e;
    }
  }

  @PreDestroy
  void close() {
    spare.close();
  }
}
