package org.libraryd.relay;

import io.quarkus.scheduler.Scheduled.SkipPredicate;
import io.quarkus.scheduler.ScheduledExecution;
import jakarta.enterprise.context.ApplicationScoped;

/** Keeps the outbox's housekeeping from running before the tables are there. */
@ApplicationScoped
class RelayNotRunning implements SkipPredicate {
  private final RelayLoop loop;

  RelayNotRunning(RelayLoop loop) {
    this.loop = loop;
  }

  @Override
  public boolean test(ScheduledExecution execution) {
    return !loop.isRunning();
  }
}
