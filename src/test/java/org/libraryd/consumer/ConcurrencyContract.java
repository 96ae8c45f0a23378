package org.libraryd.consumer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.libraryd.support.LoanRecords.event;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;
import org.libraryd.support.IntakeFixture;
import org.libraryd.support.LoanRecords;
import org.libraryd.support.Threads;

/** Several instances meet in the tables, as in the overlap of a rebalance. */
abstract class ConcurrencyContract extends IntakeFixture {
  private static final int ROUNDS = 20;
  private static final int LOANS = 30;

  @Test
  void eightThreadsDeliverTheSameEventAtOnceAndOneOfThemAppliesIt() throws Exception {
    for (int round = 0; round < ROUNDS; round++) {
      ConsumerRecord<byte[], byte[]> record = event(round, "e" + round, "created", "L" + round);

      List<String> verdicts =
          Threads.together(Collections.nCopies(8, (Callable<String>) () -> take(record)));

      assertThat(Collections.frequency(verdicts, "APPLIED")).isOne();
      assertThat(Collections.frequency(verdicts, "DUPLICATE")).isEqualTo(7);
    }
    assertThat(count("loan WHERE version = 1")).isEqualTo(ROUNDS);
    assertThat(count("outbox")).isEqualTo(ROUNDS);
    assertThat(letters()).isEmpty();
  }

  @Test
  void batchesInOppositeOrderLoseNothing() throws Exception {
    for (int round = 0; round < ROUNDS; round++) {
      List<ConsumerRecord<byte[], byte[]>> up = batch(round, IntStream.range(0, LOANS));
      List<ConsumerRecord<byte[], byte[]>> down =
          batch(round, IntStream.range(0, LOANS).map(i -> LOANS - 1 - i));

      List<List<String>> verdicts = Threads.together(List.of(() -> take(up), () -> take(down)));

      List<String> all = verdicts.stream().flatMap(List::stream).toList();
      assertThat(all).hasSize(4 * LOANS).containsOnly("APPLIED", "DUPLICATE");
      assertThat(Collections.frequency(all, "APPLIED")).isEqualTo(2 * LOANS);
    }
    assertThat(count("loan WHERE status = 'APPROVED' AND version = 2"))
        .isEqualTo((long) ROUNDS * LOANS);
    assertThat(count("consumed_event WHERE outcome = 'APPLIED'")).isEqualTo(2L * ROUNDS * LOANS);
    assertThat(count("outbox")).isEqualTo(2L * ROUNDS * LOANS);
    assertThat(changes("R0-L0")).containsExactly("loan.created 1", "loan.approved 2");
    assertThat(letters()).isEmpty();
  }

  @Test
  void twoCreationsOfOneLoanFromTwoPartitionsMakeOneLoan() throws Exception {
    for (int round = 0; round < ROUNDS; round++) {
      String body = LoanRecords.json("created", "L" + round, "M-1");
      ConsumerRecord<byte[], byte[]> one =
          LoanRecords.at(LoanRecords.TOPIC, 0, round, "a" + round, body);
      ConsumerRecord<byte[], byte[]> other =
          LoanRecords.at(LoanRecords.TOPIC, 1, round, "b" + round, body);

      assertThat(Threads.together(List.of(() -> take(one), () -> take(other))))
          .containsExactlyInAnyOrder("APPLIED", "UNCHANGED");
    }
    assertThat(count("loan WHERE version = 1")).isEqualTo(ROUNDS);
    assertThat(count("outbox")).isEqualTo(ROUNDS);
  }

  private static List<ConsumerRecord<byte[], byte[]>> batch(int round, IntStream loans) {
    List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
    loans
        .mapToObj(i -> "R" + round + "-L" + i)
        .flatMap(
            loan ->
                Stream.of(
                    event(records.size(), "c-" + loan, "created", loan),
                    event(records.size(), "a-" + loan, "approved", loan)))
        .forEach(records::add);
    return records;
  }
}
