package org.libraryd.consumer;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.smallrye.mutiny.Uni;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.jboss.logging.Logger;
import org.libraryd.health.Causes;
import org.libraryd.idempotency.AppliedBefore;
import org.libraryd.idempotency.Deliveries;
import org.libraryd.idempotency.IdempotentHandler;
import org.libraryd.wire.Decoded;
import org.libraryd.wire.Delivery;
import org.libraryd.wire.LoanEventDecoder;
import org.libraryd.wire.Reason;

/**
 * Returns only when every record of a batch has an outcome in the database: trouble of the
 * infrastructure is waited out, and one bad record is found and set aside without its neighbours.
 *
 * <p>The whole batch is one transaction. A value that the database refuses halves the batch until
 * the culprit is alone; contention that does not end takes it apart event by event, where later
 * events of a failing loan wait and other loans go on.
 */
public final class Intake {
  private static final Logger LOG = Logger.getLogger(Intake.class);
  private static final int STALE_READS_MAX = 2;

  /**
   * Just under the time-out of a transaction, whose end by the transaction manager has no state.
   */
  private static final Duration LONG = Duration.ofSeconds(25);

  private final String consumer;
  private final IdempotentHandler handler;
  private final LoanEventDecoder decoder;
  private final IntakeConfig config;
  private final IntakeMetrics metrics;
  private final WriteProbe probe;
  private final Stop stop;
  private final Clock clock;
  private final RejectionLog rejections;

  Intake(
      String consumer, IdempotentHandler handler, LoanEventDecoder decoder, IntakeFactory factory) {
    this.consumer = consumer;
    this.handler = handler;
    this.decoder = decoder;
    this.config = factory.config();
    this.metrics = factory.metrics();
    this.probe = factory.probe();
    this.stop = factory.stop();
    this.clock = factory.clock();
    this.rejections = new RejectionLog(consumer, clock);
  }

  /**
   * Takes a batch in.
   *
   * @return completes when all of it is in the database; never where the application stops first: a
   *     failure would be reported for each record, and the records come again anyway
   */
  public Uni<Void> take(ConsumerRecords<byte[], byte[]> records) {
    List<Delivery> batch = new ArrayList<>(records.count());
    int foreignKeys = 0;
    for (ConsumerRecord<byte[], byte[]> source : records) {
      Delivery delivery = new Delivery(source, decoder.decode(source));
      batch.add(delivery);
      foreignKeys += hasForeignKey(delivery) ? 1 : 0;
    }
    metrics.foreignKeys(consumer, foreignKeys);
    try {
      stop.unlessStopping(() -> whole(batch));
      return Uni.createFrom().voidItem();
    } catch (StoppedException e) {
      LOG.infof("%s: %d records stay for the next start", consumer, batch.size());
      return Uni.createFrom().nothing();
    }
  }

  private static boolean hasForeignKey(Delivery delivery) {
    return delivery.decoded() instanceof Decoded.Accepted accepted
        && !Arrays.equals(accepted.event().loanId().getBytes(UTF_8), delivery.source().key());
  }

  private void whole(List<Delivery> batch) {
    Set<AppliedBefore> known = new HashSet<>();
    BackOff backOff = new BackOff(config, stop);
    int staleReads = 0;
    int contentions = 0;
    while (true) {
      Instant start = clock.instant();
      try {
        commit(Deliveries.of(batch).knowing(known));
        return;
      } catch (RuntimeException failure) {
        switch (kindOf(failure)) {
          case APPLIED_BEFORE -> known.addAll(FailureKind.appliedBefore(failure));
          case AVAILABILITY -> {
            if (batch.size() > 1 && wasTooMuch(start)) {
              halve(batch);
              return;
            }
            waitOut(failure, backOff);
          }
          case DATA -> {
            halve(batch);
            return;
          }
          case STALE_READ -> {
            metrics.contention();
            if (++staleReads > STALE_READS_MAX) {
              oneByOne(batch);
              return;
            }
          }
          case CONTENTION -> {
            metrics.contention();
            if (++contentions >= config.contentionTries()) {
              oneByOne(batch);
              return;
            }
            waitOut(failure, backOff);
          }
        }
      }
    }
  }

  /** Whether a transaction ran out of time while the database takes the writes of others. */
  private boolean wasTooMuch(Instant start) {
    return Duration.between(start, clock.instant()).compareTo(LONG) >= 0 && probe.succeeds();
  }

  private void halve(List<Delivery> batch) {
    if (batch.size() == 1) {
      oneByOne(batch);
    } else {
      int middle = batch.size() / 2;
      whole(batch.subList(0, middle));
      whole(batch.subList(middle, batch.size()));
    }
  }

  private void oneByOne(List<Delivery> batch) {
    BackOff backOff = new BackOff(config, stop);
    List<LoneDelivery> waiting = batch.stream().map(LoneDelivery::new).toList();
    boolean told = false;
    while (!waiting.isEmpty()) {
      Set<String> held = new HashSet<>();
      List<LoneDelivery> still = new ArrayList<>();
      for (LoneDelivery lone : waiting) {
        if (lone.mustWait(held) || !settle(lone)) {
          lone.hold(held);
          still.add(lone);
        }
      }
      waiting = still;
      if (!waiting.isEmpty()) {
        if (!told) {
          LOG.warnf(
              "%s: %d records fail alone, or wait behind one that does, and later batches wait"
                  + " with them for %s at most",
              consumer, waiting.size(), config.stuckAfter());
          told = true;
        }
        backOff.pause();
      }
    }
  }

  /**
   * Tries a delivery alone.
   *
   * @return whether it has an outcome; false where it is to be tried later
   */
  private boolean settle(LoneDelivery lone) {
    Set<AppliedBefore> known = new HashSet<>();
    BackOff backOff = new BackOff(config, stop);
    while (true) {
      try {
        commit(lone.deliveries().knowing(known));
        return true;
      } catch (RuntimeException failure) {
        switch (kindOf(failure)) {
          case APPLIED_BEFORE -> known.addAll(FailureKind.appliedBefore(failure));
          case AVAILABILITY -> waitOut(failure, backOff);
          case DATA -> {
            if (!lone.refusedByDatabase()) {
              waitsAlone(lone, failure);
              return false;
            }
          }
          case STALE_READ -> lone.missed();
          case CONTENTION -> {
            metrics.contention();
            if (lone.isRejected()
                || lone.failingFor(clock.instant()).compareTo(config.stuckAfter()) < 0
                || !probe.succeeds()) {
              waitsAlone(lone, failure);
              return false;
            }
            lone.reject(Reason.STUCK, "Failed alone for " + config.stuckAfter());
          }
        }
      }
    }
  }

  private void commit(Deliveries deliveries) {
    handler.handle(deliveries);
    metrics.count(consumer, deliveries);
    rejections.report(deliveries);
  }

  private FailureKind kindOf(RuntimeException failure) {
    if (failure instanceof StoppedException) {
      throw failure;
    }
    return FailureKind.of(failure);
  }

  private void waitOut(RuntimeException failure, BackOff backOff) {
    LOG.warnf("%s: the batch will be tried again: %s", consumer, Causes.describe(failure));
    backOff.pause();
  }

  private void waitsAlone(LoneDelivery lone, RuntimeException failure) {
    ConsumerRecord<?, ?> source = lone.delivery().source();
    LOG.debugf(
        failure,
        "%s: %s-%d@%d fails alone and will be tried again",
        consumer,
        source.topic(),
        source.partition(),
        source.offset());
  }
}
