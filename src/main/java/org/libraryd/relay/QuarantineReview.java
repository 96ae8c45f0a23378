package org.libraryd.relay;

import static io.quarkus.scheduler.Scheduled.ConcurrentExecution.SKIP;

import io.quarkus.scheduler.Scheduled;
import jakarta.enterprise.context.ApplicationScoped;
import org.jboss.logging.Logger;
import org.libraryd.relay.OutboxUpkeepRepository.Quarantined;

/** Releases rows that were too large for their topic once its limit has risen. */
@ApplicationScoped
class QuarantineReview {
  private static final Logger LOG = Logger.getLogger(QuarantineReview.class);

  private final OutboxUpkeepRepository outbox;
  private final TopicLimits limits;
  private final RelayProducer producer;

  QuarantineReview(OutboxUpkeepRepository outbox, TopicLimits limits, RelayProducer producer) {
    this.outbox = outbox;
    this.limits = limits;
    this.producer = producer;
  }

  @Scheduled(
      every = "{libraryd.outbox.review-interval}",
      concurrentExecution = SKIP,
      skipExecutionIf = RelayNotRunning.class)
  void review() {
    for (Quarantined rows : outbox.tooLarge()) {
      int limit =
          Math.min(
              limits.of(rows.topic()), RoundBounds.of(producer.configuration()).maxRequestSize());
      if (limit > QuarantineReason.limit(rows.reason())) {
        LOG.infof(
            "%d outbox rows of topic %s (%s) are sent again: it now takes %d bytes",
            outbox.release(rows), rows.topic(), rows.reason(), limit);
      }
    }
  }
}
