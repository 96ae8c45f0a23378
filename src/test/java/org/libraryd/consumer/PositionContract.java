package org.libraryd.consumer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.libraryd.support.LoanRecords.event;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;
import org.libraryd.idempotency.IdempotentHandler;
import org.libraryd.loan.LoanEventHandler;
import org.libraryd.support.DeadlockWatch;
import org.libraryd.support.IntakeFixture;
import org.libraryd.support.LoanRecords;
import org.libraryd.support.Threads;

/** Positions move with their records or not at all, whoever writes at the same time. */
abstract class PositionContract extends IntakeFixture {
  private static final String POSITIONS =
      "SELECT source_partition, next_offset FROM intake_position"
          + " WHERE consumer = 'loan-lifecycle' ORDER BY source_partition";

  @Test
  void batchMovesThePositionOfEachOfItsPartitions() {
    take(List.of(event(0, "e0", "created", "L0"), at(2, 7, "e7"), at(2, 9, "e9")));

    assertThat(rows(2, POSITIONS)).containsExactly("0 1", "2 10");
  }

  @Test
  void refusedRecordMovesThePositionToo() {
    take(List.of(event(0, "e0", "created", "L0"), event(1, "", "created", "L1")));

    assertThat(rows(2, POSITIONS)).containsExactly("0 2");
  }

  @Test
  void batchTakenApartMovesThePositionWhenAllOfItIsSettled() {
    refuse("loan", "loan_id <> 'L1'");

    Intake intake = intake();
    List<ConsumerRecord<byte[], byte[]>> batch =
        List.of(
            event(0, "e0", "created", "L0"),
            event(1, "e1", "created", "L1"),
            event(2, "e2", "created", "L2"));

    intake.take(LoanRecords.batch(batch)).toCompletableFuture().join();
    intake.check(Set.of(new TopicPartition(LoanRecords.TOPIC, 0)));

    assertThat(rows(2, POSITIONS)).containsExactly("0 3");
    assertThat(letters()).containsExactly("e1 DEAD data-error 1");
  }

  @Test
  void batchWhosePositionWasMovedMeanwhileIsRolledBackAndRunAgain() {
    AtomicInteger runs = new AtomicInteger();
    take(
        deliveries -> {
          if (runs.incrementAndGet() == 1) {
            database.update("UPDATE intake_position SET next_offset = 40");
          }
          handler.handle(deliveries);
        },
        List.of(event(0, "e0", "created", "L0")));

    assertThat(runs).hasValue(2);
    assertThat(rows(2, POSITIONS)).containsExactly("0 40");
    assertThat(loans()).containsExactly("L0 CREATED 1");
  }

  @Test
  void positionStaysBeforeAnEventThatIsCarriedOver() {
    AtomicBoolean failing = new AtomicBoolean(true);
    Intake intake =
        intake(
            deliveries -> {
              if (failing.get()
                  && deliveries.all().stream().anyMatch(one -> one.source().offset() == 1)) {
                throw new IllegalStateException("scripted");
              }
              handler.handle(deliveries);
            });
    CompletionStage<Void> settled =
        intake.take(
            LoanRecords.batch(
                List.of(
                    event(0, "e0", "created", "L0"),
                    event(1, "e1", "created", "L1"),
                    event(2, "e2", "created", "L2"))));
    intake.take(LoanRecords.batch(List.of(event(3, "e3", "created", "L3"))));
    intake.check(Set.of(new TopicPartition(LoanRecords.TOPIC, 0)));
    assertThat(rows(2, POSITIONS)).containsExactly("0 1");
    assertThat(count("loan")).isEqualTo(3);

    failing.set(false);
    settled.toCompletableFuture().join();
    intake.check(Set.of(new TopicPartition(LoanRecords.TOPIC, 0)));

    assertThat(rows(2, POSITIONS)).containsExactly("0 4");
  }

  @Test
  void twoOwnersOfTheSamePartitionsNeitherDeadlockNorLoseAnEvent() throws Exception {
    DeadlockWatch deadlocks = new DeadlockWatch();
    IdempotentHandler watched = batch -> deadlocks.run(() -> handler.handle(batch));
    Intake first = intake(watched);
    Intake second = intake(watched);
    List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
    for (int offset = 0; offset < 60; offset++) {
      for (int partition = 0; partition < 3; partition++) {
        records.add(at(partition, offset, "p" + partition + "-" + offset));
      }
    }

    Threads.together(List.of(inBatches(first, records, 9), inBatches(second, records, 30)));

    assertThat(count("loan")).isEqualTo(180);
    assertThat(rows(2, POSITIONS)).containsExactly("0 60", "1 60", "2 60");
    assertThat(deadlocks.met()).isEmpty();
  }

  private static Callable<Integer> inBatches(
      Intake intake, List<ConsumerRecord<byte[], byte[]>> records, int size) {
    return () -> {
      for (int from = 0; from < records.size(); from += size) {
        intake
            .take(LoanRecords.batch(records.subList(from, from + size)))
            .toCompletableFuture()
            .join();
      }
      return size;
    };
  }

  private Intake intake() {
    return intake(handler);
  }

  private Intake intake(IdempotentHandler with) {
    return parts.intakeFor("lifecycle", LoanEventHandler.CONSUMER, with, decoder);
  }

  private static ConsumerRecord<byte[], byte[]> at(int partition, long offset, String eventId) {
    return LoanRecords.at(
        LoanRecords.TOPIC,
        partition,
        offset,
        eventId,
        LoanRecords.json("created", "L-" + partition + "-" + offset, "M-1"));
  }
}
