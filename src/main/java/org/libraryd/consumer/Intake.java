package org.libraryd.consumer;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.common.TopicPartition;
import org.eclipse.microprofile.reactive.messaging.Message;
import org.jboss.logging.Logger;
import org.libraryd.health.Causes;
import org.libraryd.idempotency.AppliedBefore;
import org.libraryd.idempotency.Deliveries;
import org.libraryd.idempotency.IdempotentHandler;
import org.libraryd.wire.Delivery;
import org.libraryd.wire.LoanEventDecoder;

/**
 * Completes a batch only when every record of it has an outcome in the database: trouble of the
 * infrastructure is waited out, and one bad record is found and set aside without its neighbours.
 *
 * <p>The whole batch is one transaction. A value that the database refuses halves the batch until
 * the culprit is alone; contention that does not end takes it apart event by event. What fails even
 * alone is carried over: it holds back later events of its loan and no others, in this batch and
 * those after it.
 */
public final class Intake {
  private static final Logger LOG = Logger.getLogger(Intake.class);
  private static final int STALE_READS_MAX = 2;

  /**
   * Just under the time-out of a transaction, whose end by the transaction manager has no state.
   */
  private static final Duration LONG = Duration.ofSeconds(25);

  private final IntakeSource source;
  private final String consumer;
  private final BatchDecoder decoder;
  private final IntakeConfig config;
  private final IntakeMetrics metrics;
  private final WriteProbe probe;
  private final Stop stop;
  private final Clock clock;
  private final Commit commit;
  private final LoneIntake alone;
  private final CarryOver carryOver;
  private final IntakePositions positions;
  private final Lock turn = new ReentrantLock();

  Intake(
      IntakeSource source,
      IdempotentHandler handler,
      LoanEventDecoder decoder,
      IntakeFactory factory) {
    this.source = source;
    this.consumer = source.consumer();
    this.config = factory.config();
    this.metrics = factory.metrics();
    ProcessSpans spans = new ProcessSpans(factory.spans(), source.group());
    this.decoder = new BatchDecoder(consumer, decoder, metrics, spans);
    this.probe = factory.probe();
    this.stop = factory.stop();
    this.clock = factory.clock();
    this.commit = new Commit(consumer, handler, factory, spans);
    this.alone = new LoneIntake(consumer, commit, factory);
    this.carryOver = new CarryOver(consumer, alone, factory);
    this.positions = new IntakePositions(source, factory.positions(), carryOver::lowest);
    metrics.begin(consumer, carryOver);
  }

  IntakeSource source() {
    return source;
  }

  /**
   * Takes a batch in, and returns when the next may come.
   *
   * @return completes when all of the batch is in the database, which is later than the return
   *     where events were carried over; never where the application stops first: a failure would be
   *     reported for each record, and the records come again anyway
   */
  public CompletionStage<Void> take(ConsumerRecords<byte[], byte[]> records) {
    try {
      carryOver.awaitRoom();
      return inTurn(() -> decodeAndTake(records));
    } catch (StoppedException e) {
      LOG.infof("%s: %d records stay for the next start", consumer, records.count());
      return new CompletableFuture<>();
    }
  }

  /**
   * Takes a batch in, returns when the next may come, and acknowledges it when all of it is in the
   * database.
   */
  public CompletionStage<Void> takeAndAcknowledge(Message<ConsumerRecords<byte[], byte[]>> batch) {
    var unused = take(batch.getPayload()).thenCompose(settled -> batch.ack());
    return CompletableFuture.completedStage(null);
  }

  /** Takes in again what the database has lost, unless a batch is at work, which does so itself. */
  void check(Set<TopicPartition> partitions) {
    if (turn.tryLock()) {
      try {
        var unused = inTurn(() -> positions.check(partitions, this::takeAgain));
      } finally {
        turn.unlock();
      }
    }
  }

  /** What is carried over belongs to the work at which it failed. */
  private CompletionStage<Void> inTurn(Runnable work) {
    turn.lock();
    try {
      stop.unlessStopping(work);
      return carryOver.settled();
    } finally {
      turn.unlock();
    }
  }

  private void decodeAndTake(Iterable<ConsumerRecord<byte[], byte[]>> records) {
    List<Delivery> batch = decoder.decode(records);
    whole(batch);
    positions.passed(batch);
  }

  private int takeAgain(List<ConsumerRecord<byte[], byte[]>> lost) {
    commit.takeEffects();
    decodeAndTake(lost);
    return commit.takeEffects();
  }

  private void whole(List<Delivery> all) {
    List<Delivery> batch = carryOver.keepBack(all);
    Set<AppliedBefore> known = new HashSet<>();
    BackOff backOff = new BackOff(config, stop);
    int staleReads = 0;
    int contentions = 0;
    while (!batch.isEmpty()) {
      Instant start = clock.instant();
      try {
        positions.commit(
            batch,
            this::takeAgain,
            moves -> commit.run(Deliveries.of(batch).knowing(known).advancing(moves)));
        return;
      } catch (StoppedException e) {
        throw e;
      } catch (RuntimeException failure) {
        switch (FailureKind.of(failure)) {
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
    for (Delivery delivery : batch) {
      for (Delivery free : carryOver.keepBack(List.of(delivery))) {
        LoneDelivery lone = new LoneDelivery(free);
        if (!alone.settle(lone)) {
          carryOver.add(lone);
        }
      }
    }
  }

  private void waitOut(RuntimeException failure, BackOff backOff) {
    LOG.warnf("%s: the batch will be tried again: %s", consumer, Causes.describe(failure));
    backOff.pause();
  }
}
