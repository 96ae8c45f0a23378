package org.libraryd.relay;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import org.jboss.logging.Logger;

/**
 * Remembers which topics took nothing when last tried, and leaves them alone for 1 s, doubling to
 * 30 s. Afterwards the topic is failing until a row, sent alone, is acknowledged.
 *
 * <p>Kept in memory, per relay: a topic that is away is no fault of its rows, so none is marked.
 * Changed by one thread at a time; any may ask.
 */
final class TopicHealth {
  private static final Logger LOG = Logger.getLogger(TopicHealth.class);
  private static final int LONGEST = 30;

  private record Failing(int failures, long retryAt) {}

  private final Map<String, Failing> failing = new ConcurrentHashMap<>();
  private final LongSupplier nanos;

  TopicHealth(LongSupplier nanos) {
    this.nanos = nanos;
  }

  boolean isBackedOff(String topic) {
    Failing state = failing.get(topic);
    return state != null && state.retryAt - nanos.getAsLong() > 0;
  }

  boolean isFailing(String topic) {
    return failing.containsKey(topic);
  }

  void failed(String topic, Exception reason) {
    Failing before = failing.get(topic);
    int failures = before == null ? 1 : before.failures + 1;
    int seconds = Math.min(LONGEST, 1 << Math.min(failures - 1, 5));
    failing.put(
        topic, new Failing(failures, nanos.getAsLong() + Duration.ofSeconds(seconds).toNanos()));
    LOG.logf(
        before == null ? Logger.Level.WARN : Logger.Level.DEBUG,
        "Topic %s takes no records, its rows stay in the outbox; next attempt in %d s: %s",
        topic,
        seconds,
        reason.toString());
  }

  void succeeded(String topic) {
    if (failing.remove(topic) != null) {
      LOG.infof("Topic %s takes records again", topic);
    }
  }
}
