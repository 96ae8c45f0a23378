package org.libraryd.relay;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;

class RoundTest {
  private static final int BATCH_SIZE = 65_536;

  private final MockProducer<byte[], byte[]> producer =
      new MockProducer<>(false, null, new ByteArraySerializer(), new ByteArraySerializer());
  private final TopicHealth health = new TopicHealth(System::nanoTime);
  private final FakeLimits limits = new FakeLimits();

  @Test
  void nextRowOfALaneGoesOnlyAfterTheAcknowledgement() {
    CompletableFuture<Round.Result> round = start(row(1, "a"), row(2, "a"), row(3, "b"));

    awaitSent(1, 3);
    assertThat(producer.completeNext()).isTrue();
    awaitSent(1, 3, 2);
    completeAll();

    assertThat(round.join().published).containsExactly(1L, 3L, 2L);
  }

  @Test
  void laneOfAFailedRowIsOutForTheRound() {
    CompletableFuture<Round.Result> round = start(row(1, "a"), row(2, "a"), row(3, "b"));

    awaitSent(1, 3);
    producer.errorNext(new KafkaException("neighbour"));
    completeAll();

    Round.Result result = round.join();
    assertThat(result.published).containsExactly(3L);
    assertThat(result.suspect).extracting(OutboxRow::id).containsExactly(1L);
    assertThat(sent()).containsExactly(1L, 3L);
  }

  @Test
  void permanentErrorInCompanyOnlyMakesTheRowSuspect() {
    CompletableFuture<Round.Result> round = start(row(1, "a"), row(2, "b"));

    awaitSent(1, 2);
    producer.errorNext(new RecordTooLargeException("too large"));
    completeAll();

    Round.Result result = round.join();
    assertThat(result.permanent).isEmpty();
    assertThat(result.suspect).extracting(OutboxRow::id).containsExactly(1L);
  }

  @Test
  void suspectRowGoesFirstAndAloneAndItsPermanentErrorIsItsOwn() {
    CompletableFuture<Round.Result> round = start(row(1, "a"), suspect(2, "b"), row(3, "c"));

    awaitSent(2);
    producer.errorNext(new RecordTooLargeException("too large"));
    awaitSent(2, 1, 3);
    completeAll();

    Round.Result result = round.join();
    assertThat(result.permanent.keySet()).extracting(OutboxRow::id).containsExactly(2L);
    assertThat(result.published).containsExactly(1L, 3L);
  }

  @Test
  void rowLargerThanABatchGoesWithNothingElseOfItsTopicInFlight() {
    CompletableFuture<Round.Result> round =
        start(row(1, "a"), sized(2, "b", BATCH_SIZE), row(3, "c"));

    awaitSent(1);
    producer.completeNext();
    awaitSent(1, 2);
    producer.completeNext();
    awaitSent(1, 2, 3);
    completeAll();

    assertThat(round.join().published).containsExactly(1L, 2L, 3L);
  }

  @Test
  void topicThatTakesLessThanABatchOrAnUnknownSizeGetsOneRowAtATime() {
    limits.bytes = 2_048;
    CompletableFuture<Round.Result> round = start(row(1, "a"), row(2, "b"), row(3, "c"));

    awaitSent(1);
    limits.bytes = 0;
    producer.completeNext();
    awaitSent(1, 2);
    limits.bytes = 1_048_588;
    producer.completeNext();
    awaitSent(1, 2, 3);
    completeAll();

    assertThat(round.join().published).containsExactly(1L, 2L, 3L);
  }

  @Test
  void rowRefusedForItsSizeWaitsForAnUnknownLimitButNotForEver() {
    limits.bytes = 0;

    assertThat(refused(row(1, "a")).unclear).extracting(OutboxRow::id).containsExactly(1L);
    assertThat(refused(suspect(2, "b")).unclear).extracting(OutboxRow::id).containsExactly(2L);
    assertThat(refused(row(3, "c", 2, 200)).permanent.keySet())
        .extracting(OutboxRow::id)
        .containsExactly(3L);
  }

  @Test
  void topicThatIsAwayClosesForTheRoundAndMarksNoRow() {
    producer.sendException = new TimeoutException("not present in metadata");
    Round.Result result = start(row(1, "a"), row(2, "b"), row(3, "c")).join();

    assertThat(sent()).isEmpty();
    assertThat(health.isBackedOff("topic")).isTrue();
    assertThat(result.unavailable).isEmpty();
    assertThat(result.suspect).isEmpty();
    assertThat(result.unclear).isEmpty();
    assertThat(result.permanent).isEmpty();
  }

  @Test
  void timeOutsBesideAcknowledgementsLetTheirRowsWait() {
    CompletableFuture<Round.Result> round = start(row(1, "a"), row(2, "b"), row(3, "a"));

    awaitSent(1, 2);
    producer.completeNext();
    awaitSent(1, 2, 3);
    producer.errorNext(new TimeoutException("partition 1 is away"));
    completeAll();

    Round.Result result = round.join();
    assertThat(result.published).containsExactlyInAnyOrder(1L, 3L);
    assertThat(result.unavailable).containsExactly(2L);
    assertThat(health.isFailing("topic")).isFalse();
  }

  @Test
  void failingTopicIsProbedWithOneRowAndThenGoesOn() {
    health.failed("topic", new TimeoutException("away"));
    CompletableFuture<Round.Result> round = start(row(1, "a"), row(2, "b"), row(3, "c"));

    await().until(() -> producer.history().size() == 1);
    producer.completeNext();
    await().until(() -> producer.history().size() == 3);
    completeAll();

    assertThat(round.join().published).containsExactlyInAnyOrder(1L, 2L, 3L);
    assertThat(health.isFailing("topic")).isFalse();
  }

  @Test
  void missingAnswerLeavesTheRowAsItWas() {
    RoundBounds bounds =
        new RoundBounds(BATCH_SIZE, 1_048_576, Duration.ofMillis(50), Duration.ofMillis(100));
    Round.Result result =
        new Round(producer::send, RoundTest::record, health, limits, bounds)
            .run(List.of(row(1, "a")));

    assertThat(result.published).isEmpty();
    assertThat(health.isFailing("topic")).isTrue();
  }

  @Test
  void rowThatCannotBeBuiltIsAtFaultInAnyCompany() {
    Round.Result result =
        new Round(
                producer::send,
                row -> {
                  throw new IllegalArgumentException("no JSON");
                },
                health,
                limits,
                bounds())
            .run(List.of(row(1, "a"), row(2, "b")));

    assertThat(result.permanent.keySet()).extracting(OutboxRow::id).containsExactly(1L, 2L);
  }

  private Round.Result refused(OutboxRow row) {
    CompletableFuture<Round.Result> round = start(row);
    await().until(() -> producer.errorNext(new RecordTooLargeException("too large")));
    return round.join();
  }

  private CompletableFuture<Round.Result> start(OutboxRow... rows) {
    Round round = new Round(producer::send, RoundTest::record, health, limits, bounds());
    return CompletableFuture.supplyAsync(() -> round.run(List.of(rows)));
  }

  private void awaitSent(long... ids) {
    await()
        .untilAsserted(
            () ->
                assertThat(sent())
                    .containsExactlyElementsOf(
                        IntStream.range(0, ids.length).mapToObj(i -> ids[i]).toList()));
  }

  private List<Long> sent() {
    return producer.history().stream()
        .map(record -> Long.valueOf(new String(record.value(), UTF_8)))
        .toList();
  }

  private void completeAll() {
    while (producer.completeNext()) {
      // Until nothing is in flight.
    }
  }

  private static RoundBounds bounds() {
    return new RoundBounds(BATCH_SIZE, 1_048_576, Duration.ofSeconds(10), Duration.ofSeconds(20));
  }

  private static ProducerRecord<byte[], byte[]> record(OutboxRow row) {
    return new ProducerRecord<>(row.topic(), Long.toString(row.id()).getBytes(UTF_8));
  }

  private static OutboxRow row(long id, String lane) {
    return row(id, lane, 0, 200);
  }

  private static OutboxRow suspect(long id, String lane) {
    return row(id, lane, 1, 200);
  }

  private static OutboxRow sized(long id, String lane, long size) {
    return row(id, lane, 0, size);
  }

  private static OutboxRow row(long id, String lane, int attempts, long size) {
    return new OutboxRow(
        id, "e" + id, "t", "topic", null, lane, null, null, "{}", "{}", null, attempts, size);
  }

  private static final class FakeLimits implements TopicLimits {
    volatile int bytes = 1_048_588;

    @Override
    public int of(String topic) {
      return bytes;
    }

    @Override
    public boolean isMissing(String topic) {
      return false;
    }

    @Override
    public void forget(String topic) {
      // The fake always knows.
    }
  }
}
