package org.libraryd.consumer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.libraryd.idempotency.Advance;
import org.libraryd.idempotency.PositionMovedException;
import org.libraryd.support.LoanRecords;
import org.libraryd.wire.Decoded;
import org.libraryd.wire.Delivery;

/** What becomes of a batch as the database is where it was left, or is not. */
class IntakePositionsTest {
  private static final TopicPartition PARTITION = new TopicPartition(LoanRecords.TOPIC, 0);

  private final MemoryPositions book = new MemoryPositions();
  private final List<String> taken = new ArrayList<>();
  private long unsettled = Long.MAX_VALUE;
  private int missing = Integer.MAX_VALUE;
  private final IntakePositions positions = start();

  @BeforeEach
  void fillTheTopic() {
    IntStream.range(0, 20)
        .forEach(offset -> book.topic.add(LoanRecords.event(offset, "e" + offset, "created", "L")));
  }

  @Test
  void newGroupBeginsWithItsFirstRecord() {
    take(3, 5);

    assertThat(taken).containsExactly("3-4");
    assertThat(book.stored).containsEntry(0, 5L);
  }

  @Test
  void batchesMoveThePositionOnAndLookAtNothingElse() {
    take(0, 5);
    take(5, 7);
    take(9, 12);

    assertThat(taken).containsExactly("0-4", "5-6", "9-11");
    assertThat(book.stored).containsEntry(0, 12L);
    assertThat(book.opened).isZero();
  }

  @Test
  void databaseThatWentBackBetweenBatchesGetsWhatItLostBeforeTheNext() {
    take(0, 5);
    take(5, 10);
    book.stored.put(0, 3L);

    take(10, 12);

    assertThat(taken).containsExactly("0-4", "5-9", "3-9", "10-11");
    assertThat(book.rewound).isEqualTo(7);
    assertThat(book.stored).containsEntry(0, 12L);
  }

  @Test
  void databaseThatWentBackBeforeTheStartGetsWhatItLostBeforeTheFirstBatch() {
    book.stored.put(0, 3L);

    take(10, 12);

    assertThat(taken).containsExactly("3-9", "10-11");
  }

  @Test
  void databaseThatWentBackGetsWhatItLostWithoutAnyBatch() {
    book.stored.put(0, 3L);
    book.committed.put(0, 10L);

    check();
    check();

    assertThat(taken).containsExactly("3-9");
    assertThat(book.stored).containsEntry(0, 10L);
  }

  @Test
  void databaseThatWentBackUnderAnIdleProcessIsSeen() {
    take(0, 10);
    book.stored.put(0, 8L);

    check();

    assertThat(taken).containsExactly("0-9", "8-9");
    assertThat(book.stored).containsEntry(0, 10L);
  }

  @Test
  void whatCouldNotBeTakenInAgainIsTriedAgain() {
    take(0, 10);
    book.stored.put(0, 8L);

    assertThatThrownBy(
            () ->
                positions.check(
                    Set.of(PARTITION),
                    lost -> {
                      throw new IllegalStateException("away");
                    }))
        .hasMessage("away");
    check();

    assertThat(taken).containsExactly("0-9", "8-9");
  }

  @Test
  void positionThatOthersLeftBehindIsNoLoss() {
    take(0, 10);
    book.stored.put(0, 8L);
    missing = 0;

    check();

    assertThat(taken).containsExactly("0-9", "8-9");
    assertThat(book.rewound).isZero();
    assertThat(book.stored).containsEntry(0, 10L);
  }

  @Test
  void gapWithoutRecordsIsNoLoss() {
    book.topic.removeIf(record -> record.offset() < 10);
    book.stored.put(0, 3L);

    take(10, 12);

    assertThat(taken).containsExactly("10-11");
    assertThat(book.rewound).isZero();
  }

  @Test
  void resetByAPersonIsObeyedAndThePositionFollows() {
    book.stored.put(0, 15L);
    book.committed.put(0, 5L);

    check();
    take(5, 8);
    assertThat(book.stored).containsEntry(0, 8L);
    book.stored.put(0, 6L);
    take(8, 10);

    assertThat(taken).containsExactly("5-7", "6-7", "8-9");
  }

  @Test
  void topicCreatedAnewIsTakenInFromItsBeginning() {
    take(10, 20);
    book.topic.clear();
    take(0, 2);
    take(2, 3);

    assertThat(taken).containsExactly("10-19", "0-1", "2-2");
    assertThat(book.stored).containsEntry(0, 3L);
  }

  @Test
  void positionBeyondTheEndOfATopicCreatedAnewReadsNothing() {
    book.stored.put(0, 15L);
    book.committed.put(0, 18L);
    book.topic.removeIf(record -> record.offset() >= 5);

    check();

    assertThat(taken).isEmpty();
  }

  @Test
  void lateOwnerMovesNoPositionDown() {
    take(0, 5);
    book.stored.put(0, 12L);

    take(5, 10);

    assertThat(book.stored).containsEntry(0, 12L);
    assertThat(book.opened).isZero();
  }

  @Test
  void lateOwnerDoesNotFightForAPositionThatAnotherMovesOnAndOn() {
    take(0, 5);

    positions.commit(
        deliveries(5, 15),
        lost -> 0,
        moves -> {
          book.stored.merge(0, 1L, Long::sum);
          if (!moves.isEmpty()) {
            throw new PositionMovedException("loan-lifecycle");
          }
          taken.add("5-14");
        });

    assertThat(taken).containsExactly("0-4", "5-14");
    assertThat(book.stored).containsEntry(0, 7L);
  }

  @Test
  void ownerAgainMovesThePositionOnWithItsNextBatch() {
    take(0, 5);
    book.stored.put(0, 7L);

    take(5, 10);
    take(10, 12);

    assertThat(book.stored).containsEntry(0, 12L);
    assertThat(taken).containsExactly("0-4", "5-9", "10-11");
  }

  @Test
  void positionStaysBeforeARecordThatHasNoOutcomeYet() {
    unsettled = 3;
    take(0, 5);
    take(5, 8);
    check();
    assertThat(book.stored).containsEntry(0, 3L);

    unsettled = Long.MAX_VALUE;
    check();

    assertThat(book.stored).containsEntry(0, 8L);
    assertThat(taken).containsExactly("0-4", "5-7");
  }

  @Test
  void positionFollowsABatchThatWasNotCommittedAsOne() {
    take(0, 5);
    positions.passed(deliveries(5, 9));

    check();

    assertThat(book.stored).containsEntry(0, 9L);
    assertThat(taken).containsExactly("0-4");
  }

  @Test
  void positionThatOthersMoveEachTimeIsNotFoughtForWithoutEnd() {
    take(0, 5);

    assertThatThrownBy(
            () ->
                positions.commit(
                    deliveries(5, 6),
                    lost -> 0,
                    moves -> {
                      throw new PositionMovedException("loan-lifecycle");
                    }))
        .isInstanceOf(PositionMovedException.class);
  }

  @Test
  void offsetsWithoutAPositionLetNothingIn() {
    book.committed.put(0, 10L);

    assertThatThrownBy(() -> take(10, 12))
        .isInstanceOf(MissingPositionException.class)
        .hasMessageContaining("libraryd.intake.missing-positions=committed")
        .hasMessageContaining("=earliest");
    assertThat(taken).isEmpty();
  }

  private IntakePositions start() {
    return new IntakePositions(
        new IntakeSource("loan-lifecycle", "lifecycle", LoanRecords.TOPIC, "group"),
        book,
        partition -> unsettled);
  }

  private void check() {
    positions.check(Set.of(PARTITION), this::takeAgain);
  }

  private int takeAgain(List<ConsumerRecord<byte[], byte[]>> lost) {
    take(lost.stream().map(this::delivery).toList());
    return Math.min(lost.size(), missing);
  }

  private void take(long from, long to) {
    take(deliveries(from, to));
  }

  private List<Delivery> deliveries(long from, long to) {
    return LongStream.range(from, to)
        .mapToObj(offset -> LoanRecords.event(offset, "e" + offset, "created", "L"))
        .map(this::delivery)
        .toList();
  }

  private void take(List<Delivery> batch) {
    positions.commit(
        batch,
        this::takeAgain,
        moves -> {
          for (Advance move : moves) {
            if (!Long.valueOf(move.from()).equals(book.stored.get(move.partition()))) {
              throw new PositionMovedException("loan-lifecycle");
            }
          }
          book.advance(new IntakeSource("", "", "", ""), moves);
          taken.add(
              batch.get(0).source().offset() + "-" + batch.get(batch.size() - 1).source().offset());
        });
  }

  private Delivery delivery(ConsumerRecord<byte[], byte[]> record) {
    return new Delivery(record, new Decoded.Ignored("e", "loan.renewed"));
  }
}
