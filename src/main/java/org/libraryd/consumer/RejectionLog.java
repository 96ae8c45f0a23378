package org.libraryd.consumer;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jboss.logging.Logger;
import org.libraryd.idempotency.Deliveries;
import org.libraryd.idempotency.Verdict;
import org.libraryd.wire.Reason;

/**
 * Says which records were rejected and why, at most once a second, with the coordinates of the
 * first and never with text from input. What is left out is counted in the next line. Thread-safe.
 */
final class RejectionLog {
  private static final Logger LOG = Logger.getLogger(RejectionLog.class);
  private static final Duration QUIET = Duration.ofSeconds(1);

  private final String consumer;
  private final Clock clock;
  private final Map<String, Integer> counts = new TreeMap<>();
  private Instant quietUntil = Instant.MIN;

  RejectionLog(String consumer, Clock clock) {
    this.consumer = consumer;
    this.clock = clock;
  }

  synchronized void report(Deliveries deliveries) {
    ConsumerRecord<?, ?> first = null;
    List<Verdict> verdicts = deliveries.verdicts();
    for (int i = 0; i < verdicts.size(); i++) {
      Reason reason = verdicts.get(i).reason();
      if (reason != null) {
        counts.merge(reason.label(), 1, Integer::sum);
        first = first == null ? deliveries.all().get(i).source() : first;
      }
    }
    Instant now = clock.instant();
    if (first != null && now.isAfter(quietUntil)) {
      LOG.warnf(
          "%s: rejected %s; the latest from %s-%d@%d on",
          consumer, counts, first.topic(), first.partition(), first.offset());
      counts.clear();
      quietUntil = now.plus(QUIET);
    }
  }
}
