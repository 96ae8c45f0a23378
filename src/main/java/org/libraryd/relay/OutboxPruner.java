package org.libraryd.relay;

import static io.quarkus.scheduler.Scheduled.ConcurrentExecution.SKIP;

import io.quarkus.narayana.jta.QuarkusTransaction;
import io.quarkus.scheduler.Scheduled;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;

/**
 * Deletes published rows that are older than {@code libraryd.outbox.retention}, in batches of 1,000
 * with a transaction each; never an unpublished one, and none while paused.
 */
@ApplicationScoped
public class OutboxPruner {
  private static final int BATCH = 1_000;

  private final OutboxUpkeepRepository outbox;
  private final Duration retention;
  private volatile boolean paused;

  OutboxPruner(OutboxUpkeepRepository outbox, OutboxConfig config) {
    this.outbox = outbox;
    this.retention = config.retention();
  }

  /** Stops pruning after the running batch, until {@link #resume()}. */
  public void pause() {
    paused = true;
  }

  public void resume() {
    paused = false;
  }

  @Scheduled(
      every = "{libraryd.outbox.prune-interval}",
      concurrentExecution = SKIP,
      skipExecutionIf = RelayNotRunning.class)
  void prune() {
    int deleted = BATCH;
    while (deleted == BATCH && !paused) {
      deleted = QuarkusTransaction.requiringNew().call(() -> outbox.prune(retention, BATCH));
    }
  }
}
