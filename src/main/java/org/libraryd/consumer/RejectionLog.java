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
import org.libraryd.idempotency.Deliveries;
import org.libraryd.idempotency.Verdict;
import org.libraryd.wire.Reason;

/**
 * Says which records were rejected and why, in one line a second for each consumer, with the
 * coordinates of the first and never with text from input. Thread-safe.
 */
@ApplicationScoped
class RejectionLog {
  private static final Logger LOG = Logger.getLogger(RejectionLog.class);

  private static final class Untold {
    private final Map<String, Integer> counts = new TreeMap<>();
    private final ConsumerRecord<?, ?> first;

    Untold(ConsumerRecord<?, ?> first) {
      this.first = first;
    }
  }

  private final Map<String, Untold> untold = new TreeMap<>();

  /** Remembers what a committed transaction rejected. */
  synchronized void note(String consumer, Deliveries deliveries) {
    List<Verdict> verdicts = deliveries.verdicts();
    for (int i = 0; i < verdicts.size(); i++) {
      Reason reason = verdicts.get(i).reason();
      if (reason != null) {
        ConsumerRecord<?, ?> source = deliveries.all().get(i).source();
        untold
            .computeIfAbsent(consumer, key -> new Untold(source))
            .counts
            .merge(reason.label(), 1, Integer::sum);
      }
    }
  }

  @PreDestroy
  @Scheduled(every = "1s", concurrentExecution = SKIP)
  synchronized void tell() {
    untold.forEach(
        (consumer, rejected) ->
            LOG.warnf(
                "%s: rejected %s, from %s-%d@%d on",
                consumer,
                rejected.counts,
                rejected.first.topic(),
                rejected.first.partition(),
                rejected.first.offset()));
    untold.clear();
  }
}
