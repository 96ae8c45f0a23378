package org.libraryd.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.quarkus.narayana.jta.QuarkusTransaction;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.api.Test;
import org.libraryd.outbox.OutboxMessage;
import org.libraryd.wire.HeaderBytes;

/** What the relay promises on either database. */
abstract class OutboxRelayContract extends RelayFixture {
  @Test
  void sentThenPublishedIsTrueAndSendFailsThenItStaysFalseUntilTheNextRoundSucceeds() {
    append(message("a", "one"));

    relay.runOnce();
    assertThat(count("published = FALSE AND published_at IS NULL AND attempts = 0")).isOne();

    create(Map.of());
    drain();
    assertThat(count("published = TRUE AND published_at IS NOT NULL")).isOne();
    assertThat(reader.values(topic)).containsExactly("one");
  }

  @Test
  void twoRelaysOnOneTableLoseNothingRepeatNothingAndKeepTheOrderOfLanes() {
    create(Map.of());
    int lanes = 500;
    int perLane = 20;
    for (int i = 0; i < perLane; i++) {
      String number = Integer.toString(i);
      append(IntStream.range(0, lanes).mapToObj(l -> message("L" + l, number)).toList());
    }
    OutboxRelay other = relay(unsent, 200);
    OutboxRelay third = relay(unsent, 200);

    CompletableFuture<Integer> first = crank(other);
    CompletableFuture<Integer> second = crank(third);

    assertThat(first.join() + second.join()).isEqualTo(lanes * perLane);
    Map<String, List<String>> byLane = byKey();
    assertThat(byLane).hasSize(lanes);
    List<String> inOrder = IntStream.range(0, perLane).mapToObj(Integer::toString).toList();
    assertThat(byLane.values()).allSatisfy(lane -> assertThat(lane).isEqualTo(inOrder));
  }

  @Test
  void twoWorkersOfAProcessNeverSendAtOnce() {
    create(Map.of());
    for (int i = 0; i < 20; i++) {
      append(IntStream.range(0, 500).mapToObj(l -> message("L" + l, "some")).toList());
    }
    OneAtATimeProducer watched = new OneAtATimeProducer(producer);
    OutboxRelay shared = relay(unsent, watched, 200);

    CompletableFuture<?> first = CompletableFuture.runAsync(() -> drain(shared, 0));
    CompletableFuture<?> second = CompletableFuture.runAsync(() -> drain(shared, 1));
    first.join();
    second.join();

    assertThat(watched.senders()).hasSize(2);
    assertThat(watched.crossings()).isZero();
  }

  private void drain(OutboxRelay shared, int worker) {
    Share share = new Share(worker, 2);
    while (count("published = FALSE") > 0) {
      OutboxRelay.Summary unused = shared.runOnce(share);
    }
  }

  @Test
  void bothWorkersOfAProcessKeepTheOrderOfLanesAndNeitherIsBlamedForARowOfTheOther() {
    // A row without a key fails there, and with it the batch that it goes in.
    create(Map.of("cleanup.policy", "compact"));
    int lanes = 300;
    int perLane = 20;
    for (int i = 0; i < perLane; i++) {
      String number = Integer.toString(i);
      append(IntStream.range(0, lanes).mapToObj(l -> message("L" + l, number)).toList());
      append(withoutKey("P" + i));
    }

    loop.start();
    await().atMost(Duration.ofSeconds(60)).until(() -> count("published = FALSE") == perLane);
    await().until(() -> upkeep.count().quarantined() == perLane);
    loop.stop();

    assertThat(count("published = FALSE AND message_key IS NULL")).isEqualTo(perLane);
    Map<String, List<String>> byLane = byKey();
    assertThat(byLane).hasSize(lanes);
    List<String> inOrder = IntStream.range(0, perLane).mapToObj(Integer::toString).toList();
    assertThat(byLane.values()).allSatisfy(lane -> assertThat(lane).isEqualTo(inOrder));
  }

  private OutboxMessage withoutKey(String loan) {
    OutboxMessage keyed = message(loan, "refused");
    return new OutboxMessage(
        keyed.eventId(),
        keyed.eventType(),
        keyed.topic(),
        null,
        keyed.lane(),
        keyed.aggregateId(),
        keyed.aggregateVersion(),
        keyed.payload(),
        keyed.headers(),
        null);
  }

  @Test
  void deadLetterLeavesVerbatim() {
    create(Map.of());
    byte[] binary = {0, (byte) 0xff, (byte) 0xc3, 0x28};
    RecordHeaders original = new RecordHeaders();
    original.add("twice", binary).add("twice", null).add("", new byte[0]);
    storeDeadLetter("d-1", null, null, HeaderBytes.encode(original));
    storeDeadLetter("d-2", binary, new byte[0], new byte[0]);
    append(
        deadLetter("d-1", "{\"dead-letter-id\":\"d-1\",\"dead-letter-reason\":\"malformed\"}"),
        deadLetter("d-2", "{\"dead-letter-id\":\"d-2\"}"));

    drain();

    ConsumerRecord<byte[], byte[]> first = deadLetterOnTopic("d-1");
    assertThat(first.key()).isNull();
    assertThat(first.value()).isNull();
    assertThat(Arrays.stream(first.headers().toArray()).map(Header::key))
        .containsExactly("twice", "twice", "", "dead-letter-id", "dead-letter-reason");
    assertThat(first.headers().toArray()[0].value()).isEqualTo(binary);
    assertThat(first.headers().toArray()[1].value()).isNull();
    assertThat(first.headers().toArray()[2].value()).isEmpty();
    ConsumerRecord<byte[], byte[]> second = deadLetterOnTopic("d-2");
    assertThat(second.key()).isEqualTo(binary);
    assertThat(second.value()).isEmpty();
  }

  @Test
  void crashBetweenAcknowledgementAndCommitRepeatsTheSameIdAndBytes() {
    create(Map.of());
    AtomicBoolean crash = new AtomicBoolean(true);
    UnsentRepository crashing =
        new UnsentRepository(database) {
          @Override
          void publish(Collection<Long> ids) {
            if (crash.getAndSet(false)) {
              throw new IllegalStateException("killed after the acknowledgement");
            }
            super.publish(ids);
          }
        };
    append(message("a", "one"));

    assertThatThrownBy(() -> relay(crashing, 100).runOnce()).hasMessageContaining("killed");
    assertThat(count("published = FALSE")).isOne();
    drain();

    List<ConsumerRecord<byte[], byte[]>> copies = reader.read(topic);
    assertThat(copies).hasSize(2);
    assertThat(TopicReader.headers(copies.get(0))).isEqualTo(TopicReader.headers(copies.get(1)));
    assertThat(copies.get(0).value()).isEqualTo(copies.get(1).value());
  }

  @Test
  void lowerIdThatCommitsLaterIsSentToo() {
    create(Map.of());
    QuarkusTransaction.requiringNew()
        .run(
            () -> {
              outbox.append(List.of(message("a", "early id")));
              QuarkusTransaction.requiringNew()
                  .run(() -> outbox.append(List.of(message("b", "late id"))));
              drainAll(1);
            });
    assertThat(reader.values(topic)).containsExactly("late id");

    drain();
    assertThat(reader.values(topic)).containsExactlyInAnyOrder("early id", "late id");
  }

  @Test
  void lockedShardIsSkippedAndReported() {
    create(Map.of());
    append(message("a", "one"));

    QuarkusTransaction.requiringNew()
        .run(
            () -> {
              database.query("SELECT shard FROM outbox_shard FOR UPDATE", row -> row.getShort(1));
              OutboxRelay.Summary round =
                  QuarkusTransaction.suspendingExisting().call(relay::runOnce);
              assertThat(round.skipped()).isTrue();
              assertThat(round.published()).isZero();
            });
    drain();
    assertThat(reader.values(topic)).containsExactly("one");
  }

  @Test
  void commitWakesTheRunningRelay() {
    create(Map.of());
    loop.start();
    append(message("a", "one"));
    await().atMost(Duration.ofSeconds(10)).until(() -> count("published = TRUE") == 1);

    append(message("a", "two"));
    await()
        .pollInterval(Duration.ofMillis(10))
        .atMost(Duration.ofMillis(700))
        .until(() -> count("published = TRUE") == 2);

    loop.stop();
    assertThat(loop.isRunning()).isFalse();
    append(message("a", "three"));
    assertThat(count("published = FALSE")).isOne();
  }
}
