package org.libraryd.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.libraryd.outbox.Lane;
import org.libraryd.support.Topics;

/** What the relay promises on either database when rows or topics are in trouble. */
abstract class RelayTroubleContract extends RelayFixture {
  @Test
  void rowOverTheTopicsLimitIsQuarantinedAloneAndGoesOnceTheLimitHasRisen() throws Exception {
    create(Map.of("max.message.bytes", "2048"));
    IntStream.range(0, 5).forEach(i -> append(message("before" + i, "small")));
    append(message("X", noise(8_192)));
    IntStream.range(0, 5).forEach(i -> append(message("after" + i, "small")));
    append(message("X", "later"));

    await().atMost(Duration.ofSeconds(10)).until(this::publishedByARound, is -> is == 10);
    assertThat(text("SELECT quarantined_reason FROM outbox WHERE quarantined_reason IS NOT NULL"))
        .isEqualTo("too-large: limit 2048");
    assertThat(reader.values(topic)).hasSize(10).containsOnly("small");
    assertThat(upkeep.count().held()).isEqualTo(2);
    assertThat(upkeep.count().quarantined()).isOne();
    assertThat(upkeep.count().unsent()).isZero();
    review.review();
    assertThat(count("quarantined_reason IS NOT NULL")).isOne();

    alter("max.message.bytes", "1048588");
    limits.forget(topic);
    awaitSentAgain();
    assertThat(byKey().get("X")).hasSize(2).last().isEqualTo("later");
  }

  @Test
  void legalRowsGoThroughATopicThatTakesLessThanABatch() {
    create(Map.of("max.message.bytes", "2048"));
    append(IntStream.range(0, 60).mapToObj(i -> message("L" + i, noise(200))).toList());

    long start = System.nanoTime();
    drain();

    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(8));
    assertThat(reader.values(topic)).hasSize(60);
  }

  @Test
  void missingTopicNeitherBlocksOtherTopicsNorMarksItsRows() {
    create(Map.of());
    String missing = "missing-" + UUID.randomUUID();
    append(IntStream.range(0, 200).mapToObj(i -> message(missing, "M" + i, "waits")).toList());
    append(IntStream.range(0, 200).mapToObj(i -> message("L" + i, "goes")).toList());

    long start = System.nanoTime();
    await().atMost(Duration.ofSeconds(10)).until(this::publishedByARound, is -> is == 200);

    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(5));
    assertThat(reader.values(topic)).hasSize(200);
    assertThat(
            count(
                "published = FALSE AND attempts = 0 AND next_attempt_at IS NULL"
                    + " AND quarantined_reason IS NULL"))
        .isEqualTo(200);
    assertThat(relay.runOnce().published()).isZero();

    Topics.create(bootstrap, List.of(missing), 3);
    drain();
    assertThat(reader.values(missing)).hasSize(200);
  }

  @Test
  void heldRowsBeyondTheLimitDoNotStarveOthers() {
    create(Map.of());
    short shard = Lane.changed("held").shard();
    append(IntStream.range(0, 300).mapToObj(i -> message("held", "held")).toList());
    database.update(
        "UPDATE outbox SET quarantined_reason = 'invalid: by hand'"
            + " WHERE id = (SELECT min(id) FROM outbox)");
    List<String> sameShard =
        IntStream.range(0, 10_000)
            .mapToObj(i -> "free" + i)
            .filter(loan -> Lane.changed(loan).shard() == shard)
            .limit(20)
            .toList();
    append(sameShard.stream().map(loan -> message(loan, "free")).toList());

    OutboxRelay small = relay(unsent, 50);
    await().atMost(Duration.ofSeconds(10)).until(() -> small.runOnce().published() > 0);
    await().until(() -> small.runOnce().published() == 0);

    assertThat(reader.values(topic)).hasSize(20).containsOnly("free");
  }

  @Test
  void rowThatFailedHoldsItsLaneUntilItIsDue() {
    create(Map.of());
    append(message("a", "first"), message("a", "second"), message("b", "other"));
    database.update(
        "UPDATE outbox SET attempts = 1, next_attempt_at = CURRENT_TIMESTAMP"
            + " + INTERVAL '1' HOUR WHERE id = (SELECT min(id) FROM outbox)");

    drainAll(1);
    assertThat(reader.values(topic)).containsExactly("other");

    database.update("UPDATE outbox SET next_attempt_at = CURRENT_TIMESTAMP WHERE attempts = 1");
    drain();
    assertThat(byKey().get("a")).containsExactly("first", "second");
  }
}
