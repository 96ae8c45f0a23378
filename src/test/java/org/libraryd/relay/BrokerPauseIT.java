package org.libraryd.relay;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.quarkus.narayana.jta.QuarkusTransaction;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.eclipse.microprofile.config.ConfigProvider;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.libraryd.jdbc.Database;
import org.libraryd.outbox.Lane;
import org.libraryd.outbox.OutboxMessage;
import org.libraryd.outbox.OutboxRepository;
import org.libraryd.support.EmbeddedBroker;
import org.libraryd.support.PostgresWithoutPipeline;
import org.libraryd.support.Topics;

/**
 * Freezes the broker with rows waiting: nothing may be marked as published, no row may be blamed,
 * and afterwards all rows are there in the order of their lanes.
 */
@QuarkusTest
@TestProfile(PostgresWithoutPipeline.class)
class BrokerPauseIT {
  private static final int LANES = 100;
  private static final String UNTOUCHED =
      "SELECT count(*) FROM outbox WHERE published = FALSE AND attempts = 0"
          + " AND next_attempt_at IS NULL AND quarantined_reason IS NULL";

  @Inject OutboxRelay relay;
  @Inject RelayLoop loop;
  @Inject OutboxRepository outbox;
  @Inject Database database;

  private final String bootstrap =
      ConfigProvider.getConfig().getValue("kafka.bootstrap.servers", String.class);
  private final String topic = "pause-" + UUID.randomUUID();

  @AfterEach
  void resume() {
    signalBroker("CONT");
  }

  @Test
  void pausedBrokerLosesNothingAndInvertsNothing() {
    loop.stop();
    database.update("DELETE FROM outbox");
    Topics.create(bootstrap, List.of(topic), 3);
    append(0);
    drain();

    signalBroker("STOP");
    IntStream.rangeClosed(1, 5).forEach(this::append);
    assertThat(relay.runOnce().published()).isZero();
    assertThat(count(UNTOUCHED)).isEqualTo(5 * LANES);
    append(6);
    assertThat(relay.runOnce().published()).isZero();
    assertThat(count(UNTOUCHED)).isEqualTo(6 * LANES);

    signalBroker("CONT");
    drain();

    Map<String, Map<String, String>> firstByLane = new HashMap<>();
    for (ConsumerRecord<byte[], byte[]> record : new TopicReader(bootstrap).read(topic)) {
      firstByLane
          .computeIfAbsent(new String(record.key(), UTF_8), lane -> new LinkedHashMap<>())
          .putIfAbsent(
              new String(record.headers().lastHeader("event-id").value(), UTF_8),
              new String(record.value(), UTF_8));
    }
    assertThat(firstByLane).hasSize(LANES);
    assertThat(firstByLane.values())
        .allSatisfy(
            lane -> assertThat(lane.values()).containsExactly("0", "1", "2", "3", "4", "5", "6"));
  }

  private void append(int number) {
    List<OutboxMessage> messages =
        IntStream.range(0, LANES).mapToObj(lane -> message("L" + lane, number)).toList();
    QuarkusTransaction.requiringNew().run(() -> outbox.append(messages));
  }

  private OutboxMessage message(String loan, int number) {
    return new OutboxMessage(
        UUID.randomUUID().toString(),
        "loan.overdue",
        topic,
        loan,
        Lane.changed(loan),
        loan,
        (long) number,
        Integer.toString(number),
        "{}",
        null);
  }

  private void drain() {
    await()
        .atMost(Duration.ofMinutes(2))
        .until(
            () -> {
              relay.runOnce();
              return count("SELECT count(*) FROM outbox WHERE published = FALSE");
            },
            left -> left == 0);
  }

  private long count(String query) {
    return database.query(query, row -> row.getLong(1)).get(0);
  }

  private static void signalBroker(String signal) {
    ProcessHandle.current()
        .children()
        .filter(BrokerPauseIT::isBroker)
        .forEach(
            broker -> {
              try {
                new ProcessBuilder("kill", "-" + signal, Long.toString(broker.pid()))
                    .start()
                    .waitFor();
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            });
  }

  private static boolean isBroker(ProcessHandle process) {
    try {
      return Files.readString(Path.of("/proc", Long.toString(process.pid()), "cmdline"))
          .contains(EmbeddedBroker.class.getName());
    } catch (IOException gone) {
      return false;
    }
  }
}
