package org.libraryd.consumer;

import static io.quarkus.scheduler.Scheduled.ConcurrentExecution.SKIP;

import io.quarkus.scheduler.Scheduled;
import jakarta.annotation.PreDestroy;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jboss.logging.Logger;
import org.jboss.logging.Logger.Level;
import org.jspecify.annotations.Nullable;
import org.libraryd.health.LogFields;
import org.libraryd.idempotency.Deliveries;
import org.libraryd.idempotency.Outcome;
import org.libraryd.idempotency.Verdict;
import org.libraryd.wire.Delivery;
import org.libraryd.wire.Reason;

/**
 * Says which records were rejected and why, in one line a second for each consumer, with the
 * coordinates and ids of the first and never with other text from input. Each record has a line of
 * its own at level DEBUG. Thread-safe.
 */
@ApplicationScoped
class RejectionLog {
  private static final Logger LOG = Logger.getLogger(RejectionLog.class);

  private static final class Untold {
    private final Map<String, Integer> counts = new TreeMap<>();
    private final Delivery first;

    Untold(Delivery first) {
      this.first = first;
    }
  }

  private final Map<String, Untold> untold = new TreeMap<>();

  /** Remembers what a committed transaction rejected. */
  synchronized void note(String consumer, Deliveries deliveries) {
    List<Verdict> verdicts = deliveries.verdicts();
    for (int i = 0; i < verdicts.size(); i++) {
      note(consumer, deliveries.all().get(i), verdicts.get(i).reason());
    }
    for (Deliveries.Released event : deliveries.released()) {
      note(consumer, event.delivery(), event.verdict().reason());
    }
  }

  private void note(String consumer, Delivery delivery, @Nullable Reason reason) {
    if (reason != null) {
      untold
          .computeIfAbsent(consumer, key -> new Untold(delivery))
          .counts
          .merge(reason.label(), 1, Integer::sum);
      if (LOG.isDebugEnabled()) {
        tell(Level.DEBUG, "%s: rejected %s, %s-%d@%d", consumer, reason.label(), delivery);
      }
    }
  }

  @PreDestroy
  @Scheduled(every = "1s", concurrentExecution = SKIP)
  synchronized void tell() {
    untold.forEach(
        (consumer, rejected) ->
            tell(
                Level.WARN,
                "%s: rejected %s, from %s-%d@%d on",
                consumer,
                rejected.counts,
                rejected.first));
    untold.clear();
  }

  private static void tell(
      Level level, String format, String consumer, Object what, Delivery delivery) {
    ConsumerRecord<?, ?> source = delivery.source();
    fields(delivery, Outcome.REJECTED.name())
        .around(
            () ->
                LOG.logf(
                    level,
                    format,
                    consumer,
                    what,
                    source.topic(),
                    source.partition(),
                    source.offset()));
  }

  /** The fields of a line about a delivery, whose outcome is null while it has none. */
  static LogFields fields(Delivery delivery, @Nullable String outcome) {
    return new LogFields(delivery.decoded().eventId(), delivery.decoded().loanId(), outcome);
  }
}
