package org.libraryd.redrive;

import io.quarkus.arc.All;
import io.quarkus.runtime.Startup;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import java.util.Set;
import org.jboss.logging.Logger;
import org.libraryd.consumer.FailureKind;
import org.libraryd.consumer.IntakeMetrics;
import org.libraryd.deadletter.DeadLetterFilter;
import org.libraryd.deadletter.DeadLetterSearchRepository;
import org.libraryd.deadletter.DeadLetterSummary;
import org.libraryd.deadletter.RedriveHandler;
import org.libraryd.health.Causes;

/**
 * Judges dead letters again, or settles them for good, each once however many ask at the same time;
 * in order of arrival, so in the order of each loan.
 *
 * <p>Rows are handled in batches of at most 500, a transaction each; one that fails is halved until
 * the culprit is alone, and a request whose database goes away ends, its last rows FAILED. A dry
 * run rolls each batch back, so it does not show what a later batch would owe to an earlier one.
 */
@Startup // Nobody here injects it, and what it counts is shown from the start.
@ApplicationScoped
public class Redrive {
  private static final Logger LOG = Logger.getLogger(Redrive.class);

  private final DeadLetterSearchRepository search;
  private final List<RedriveHandler> handlers;
  private final RedriveTransaction transaction;
  private final RedriveConfig config;
  private final IntakeMetrics metrics;
  private final RedriveLog log;

  Redrive(
      DeadLetterSearchRepository search,
      @All List<RedriveHandler> handlers,
      RedriveTransaction transaction,
      RedriveConfig config,
      IntakeMetrics metrics,
      RedriveLog log) {
    this.search = search;
    this.handlers = handlers;
    this.transaction = transaction;
    this.config = config;
    this.metrics = metrics;
    this.log = log;
  }

  /**
   * Judges dead letters again in the database, as if their records were delivered now.
   *
   * @throws RuntimeException if the database fails before the first row is judged
   */
  public RedriveReport<DeadLetterSummary> redrive(DeadLetterFilter filter, RedriveOptions options) {
    RedriveResults results = new RedriveResults(search.find(filter));
    if (!options.force()) {
      results.exhaust(config.attempts());
    }
    unlessAway(
        () -> {
          for (RedriveHandler handler : handlers) {
            RedriveRun run =
                new RedriveRun(handler, search, transaction, metrics, results, options.dryRun());
            Batches.of(results.openOf(handler.consumer())).forEach(run::batch);
          }
        });
    return log.told("Dead letters redriven", options.dryRun(), results.report());
  }

  /**
   * Settles dead letters as never to take effect: their records count as duplicates when they come
   * again.
   *
   * @throws RuntimeException if the database fails before the first row is settled
   */
  public RedriveReport<DeadLetterSummary> discard(DeadLetterFilter filter, RedriveOptions options) {
    RedriveResults results = new RedriveResults(search.find(filter));
    unlessAway(() -> Batches.of(results.open()).forEach(batch -> discard(batch, results, options)));
    return log.told("Dead letters discarded", options.dryRun(), results.report());
  }

  private void discard(
      List<DeadLetterSummary> batch, RedriveResults results, RedriveOptions options) {
    Set<String> mine = transaction.run(options.dryRun(), () -> search.discard(batch));
    for (DeadLetterSummary row : batch) {
      results.put(
          row, mine.contains(row.id()) ? RedriveOutcome.DISCARDED : RedriveOutcome.CHANGED, null);
    }
  }

  /** Rows without a result when this returns have failed. */
  private static void unlessAway(Runnable work) {
    try {
      work.run();
    } catch (RuntimeException failure) {
      LOG.warnf(
          "A redrive ends early (%s), its last rows are as they were: %s",
          FailureKind.of(failure), Causes.describe(failure));
    }
  }
}
