package org.libraryd.retention;

import static io.quarkus.scheduler.Scheduled.ConcurrentExecution.SKIP;

import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.arc.All;
import io.quarkus.narayana.jta.QuarkusTransaction;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.scheduler.Scheduled;
import jakarta.annotation.Priority;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jboss.logging.Logger;
import org.libraryd.health.Causes;

/**
 * Deletes what is past its window, in batches of {@value #BATCH} rows of one table, each in a
 * transaction of its own; nothing of a window that the guard does not allow. Any number of replicas
 * may prune at once.
 */
@ApplicationScoped
public class Pruner {
  static final int BATCH = 1_000;
  private static final Logger LOG = Logger.getLogger(Pruner.class);

  private final List<Prunable> tables;
  private final Windows windows;
  private final RetentionGuard guard;
  private final MeterRegistry registry;
  private volatile boolean stopping;

  Pruner(
      @All List<Prunable> tables, Windows windows, RetentionGuard guard, MeterRegistry registry) {
    this.tables = tables;
    this.windows = windows;
    this.guard = guard;
    this.registry = registry;
  }

  // First of all: the running batch is short, and no other begins.
  void onShutdown(@Observes @Priority(1) ShutdownEvent event) {
    stopping = true;
  }

  /** Prunes until no table has a full batch left. Tables take turns, so that none waits long. */
  @Scheduled(every = "{libraryd.retention.prune-interval}", concurrentExecution = SKIP)
  void run() {
    List<Prunable> open = tables;
    while (!open.isEmpty()) {
      open = open.stream().filter(this::pruneBatch).toList();
    }
  }

  /** Returns whether there may be more. */
  private boolean pruneBatch(Prunable table) {
    Optional<Duration> age = windows.length(table.window());
    if (stopping || age.isEmpty() || !guard.allows(table.window())) {
      return false;
    }
    try {
      int deleted = QuarkusTransaction.requiringNew().call(() -> table.prune(age.get(), BATCH));
      registry.counter("libraryd.pruned", "table", table.table()).increment(deleted);
      return deleted == BATCH;
    } catch (RuntimeException e) {
      // The other tables need not wait for this one.
      LOG.warnf("Table %s is pruned later: %s", table.table(), Causes.describe(e));
      LOG.debug("The failure", e);
      return false;
    }
  }
}
