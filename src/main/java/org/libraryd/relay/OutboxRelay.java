package org.libraryd.relay;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.narayana.jta.QuarkusTransaction;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Collectors;
import org.jboss.logging.Logger;
import org.libraryd.health.LogFields;
import org.libraryd.watchdog.Stall;
import org.libraryd.watchdog.Stalls;

/**
 * Publishes each outbox row at least once and marks it only after the broker's acknowledgement.
 *
 * <p>What fails stays: a row that failed by itself goes alone from then on, and if it fails so for
 * good it is quarantined and holds its lane. A topic that takes nothing marks no row; it backs off
 * in memory, and is then probed with one row. Where a topic took some rows and others timed out (a
 * partition without a leader, or a broker that went away in the middle), the latter wait a little,
 * without counting as their failure. A crash between acknowledgement and commit sends rows again,
 * under the same ids and with the same bytes; where tracing is on, only the span that a record
 * names differs.
 */
@ApplicationScoped
public class OutboxRelay {
  private static final Logger LOG = Logger.getLogger(OutboxRelay.class);
  private static final int TRANSACTION_SECONDS = 30;

  /** The name under which the relay is watched. */
  static final String PART = "relay";

  static final int LEAST_PER_SHARD = 50;
  private static final Duration UNAVAILABLE = Duration.ofSeconds(10);
  private static final int LONGEST_POSTPONED = 30;
  private static final Duration TURN = Duration.ofSeconds(2);

  /**
   * What a round did.
   *
   * @param published rows that were acknowledged and marked
   * @param progressed whether another round at once may find more to do
   * @param skipped whether another relay had locked a shard that has unsent rows
   * @param much whether there were unsent rows for every worker
   */
  public record Summary(int published, boolean progressed, boolean skipped, boolean much) {}

  private final UnsentRepository unsent;
  private final RelayProducer relayProducer;
  private final TopicLimits limits;
  private final RelayConfig config;
  private final Counter published;
  private final Stall stall;
  private final TopicHealth health = new TopicHealth(System::nanoTime);
  private final Lock sending = new ReentrantLock();

  OutboxRelay(
      UnsentRepository unsent,
      RelayProducer relayProducer,
      TopicLimits limits,
      RelayConfig config,
      MeterRegistry registry,
      Stalls stalls) {
    this.unsent = unsent;
    this.relayProducer = relayProducer;
    this.limits = limits;
    this.config = config;
    this.published = registry.counter("libraryd.outbox.published");
    this.stall = stalls.of(PART);
  }

  /** Runs one round over all shards, as {@link #runOnce(Share)} does over some. */
  public Summary runOnce() {
    return runOnce(Share.ALL);
  }

  /**
   * Runs one round in a transaction of its own, of at most 17 s. Rounds may run at the same time,
   * but only one of them sends: what a row that goes alone meets in a batch would be its company.
   *
   * @throws RuntimeException if the database or the client failed; nothing is marked then, and a
   *     later round repeats what was sent
   */
  Summary runOnce(Share share) {
    Sender sender = relayProducer.sender();
    Summary summary =
        QuarkusTransaction.requiringNew()
            .timeout(TRANSACTION_SECONDS)
            .call(() -> round(sender, share));
    published.increment(summary.published());
    if (summary.published() > 0) {
      stall.moved();
    }
    return summary;
  }

  private Summary round(Sender sender, Share share) {
    List<Backlog> unsentSomewhere = unsent.backlog();
    boolean much = Share.isMuch(unsentSomewhere);
    List<Backlog> due =
        share.of(unsentSomewhere).stream().filter(some -> isWorthSending(some.topic())).toList();
    Set<Short> wanted = due.stream().map(Backlog::shard).collect(Collectors.toSet());
    Set<Short> locked = wanted.isEmpty() ? Set.of() : unsent.lock(wanted);
    List<OutboxRow> rows =
        read(due.stream().filter(some -> locked.contains(some.shard())).toList());
    boolean skipped = locked.size() < wanted.size();
    if (rows.isEmpty()) {
      return new Summary(0, false, skipped, much);
    }
    Map<String, RawRecord> deadLetters = deadLetters(rows);
    if (!isMyTurn()) {
      return new Summary(0, false, true, much);
    }
    RoundBounds bounds = RoundBounds.of(relayProducer.configuration());
    Round.Result result;
    try {
      result =
          new Round(sender, row -> RecordBuilder.build(row, deadLetters), health, limits, bounds)
              .run(rows.stream().filter(row -> isWorthSending(row.topic())).toList());
    } finally {
      sending.unlock();
    }
    keep(result, bounds);
    return new Summary(
        result.published.size(),
        !result.published.isEmpty() || !result.suspect.isEmpty(),
        skipped,
        much);
  }

  /** Waits so briefly that a transaction does not last much longer than its own round. */
  private boolean isMyTurn() {
    try {
      return sending.tryLock(TURN.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private boolean isWorthSending(String topic) {
    // A send to a missing topic blocks for max.block.ms, and all other topics with it.
    return !health.isBackedOff(topic) && !(health.isFailing(topic) && limits.isMissing(topic));
  }

  private List<OutboxRow> read(List<Backlog> mine) {
    if (mine.isEmpty()) {
      return List.of();
    }
    int perShard = Math.max(LEAST_PER_SHARD, config.rowsPerRound() / mine.size());
    List<OutboxRow> affordable = new ArrayList<>();
    long bytes = 0;
    for (OutboxRow row : unsent.read(mine, perShard, config.rowsPerRound())) {
      bytes += row.size();
      if (bytes > config.bytesPerRound() && !affordable.isEmpty()) {
        break;
      }
      affordable.add(row);
    }
    return affordable;
  }

  private Map<String, RawRecord> deadLetters(List<OutboxRow> rows) {
    return unsent.deadLetters(
        rows.stream()
            .map(OutboxRow::deadLetterId)
            .filter(Objects::nonNull)
            .collect(Collectors.toCollection(HashSet::new)));
  }

  private void keep(Round.Result result, RoundBounds bounds) {
    unsent.publish(result.published);
    unsent.postpone(result.unavailable, false, UNAVAILABLE);
    unsent.postpone(ids(result.suspect), true, Duration.ZERO);
    for (OutboxRow row : result.unclear) {
      int seconds = Math.min(LONGEST_POSTPONED, 1 << Math.min(row.attempts(), 5));
      unsent.postpone(List.of(row.id()), true, Duration.ofSeconds(seconds));
    }
    result.permanent.forEach(
        (row, error) -> {
          String reason = QuarantineReason.of(error, limit(row, bounds));
          unsent.quarantine(row.id(), reason);
          new LogFields(row.eventId(), row.aggregateId(), "QUARANTINED")
              .around(
                  () ->
                      LOG.warnf(
                          "Outbox row %d (%s %s) is quarantined, later rows of its lane %s wait: %s",
                          row.id(),
                          row.deadLetterId() == null ? "event id" : "dead letter",
                          row.deadLetterId() == null ? row.eventId() : row.deadLetterId(),
                          row.lane(),
                          reason));
        });
  }

  /** A limit that was lowered is known some time later; the row says how high it is at most. */
  private long limit(OutboxRow row, RoundBounds bounds) {
    int heard = limits.of(row.topic());
    long atMost = Math.min(bounds.maxRequestSize(), row.size() + Round.OVERHEAD);
    return heard == 0 ? atMost : Math.min(heard, atMost);
  }

  private static List<Long> ids(List<OutboxRow> rows) {
    return rows.stream().map(OutboxRow::id).toList();
  }
}
