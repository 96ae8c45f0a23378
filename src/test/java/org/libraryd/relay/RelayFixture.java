package org.libraryd.relay;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.narayana.jta.QuarkusTransaction;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.eclipse.microprofile.config.ConfigProvider;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.libraryd.jdbc.Database;
import org.libraryd.outbox.Lane;
import org.libraryd.outbox.OutboxMessage;
import org.libraryd.outbox.OutboxRepository;
import org.libraryd.support.Topics;
import org.libraryd.watchdog.Stalls;

/** A relay that is cranked by hand, with a real broker and a topic of its own for each test. */
abstract class RelayFixture {
  private static final String ROW_COUNT = "SELECT count(*) FROM outbox WHERE ";

  @Inject OutboxRelay relay;
  @Inject RelayLoop loop;
  @Inject OutboxRepository outbox;
  @Inject Database database;
  @Inject UnsentRepository unsent;
  @Inject RelayProducer producer;
  @Inject BrokerTopicLimits limits;
  @Inject RelayConfig config;
  @Inject OutboxUpkeepRepository upkeep;
  @Inject QuarantineReview review;
  @Inject MeterRegistry registry;

  final String bootstrap =
      ConfigProvider.getConfig().getValue("kafka.bootstrap.servers", String.class);
  final TopicReader reader = new TopicReader(bootstrap);
  final String topic = "t-" + UUID.randomUUID();

  @BeforeEach
  void empty() {
    loop.stop();
    database.update("DELETE FROM outbox");
    database.update("DELETE FROM dead_letter");
  }

  @AfterEach
  void stop() {
    loop.stop();
  }

  OutboxRelay relay(UnsentRepository rows, int rowsPerRound) {
    return relay(rows, producer, rowsPerRound);
  }

  OutboxRelay relay(UnsentRepository rows, RelayProducer sending, int rowsPerRound) {
    RelayConfig small =
        new RelayConfig() {
          @Override
          public boolean enabled() {
            return true;
          }

          @Override
          public int rowsPerRound() {
            return rowsPerRound;
          }

          @Override
          public int bytesPerRound() {
            return config.bytesPerRound();
          }

          @Override
          public Duration interval() {
            return config.interval();
          }
        };
    return new OutboxRelay(rows, sending, limits, small, registry, new Stalls(registry));
  }

  CompletableFuture<Integer> crank(OutboxRelay cranked) {
    return CompletableFuture.supplyAsync(
        () -> {
          int published = 0;
          while (count("published = FALSE") > 0) {
            published += cranked.runOnce().published();
          }
          return published;
        });
  }

  long publishedByARound() {
    relay.runOnce();
    return count("published = TRUE");
  }

  void awaitQuarantined(long rows) {
    await()
        .atMost(Duration.ofSeconds(10))
        .until(
            () -> {
              relay.runOnce();
              return upkeep.count().quarantined();
            },
            held -> held == rows);
  }

  /** Waits until the limit has risen far enough for all that was refused, and that is sent. */
  void awaitSentAgain() {
    await()
        .atMost(Duration.ofSeconds(10))
        .until(
            () -> {
              review.review();
              relay.runOnce();
              return count("published = FALSE");
            },
            left -> left == 0);
  }

  void drain() {
    await()
        .atMost(Duration.ofSeconds(60))
        .until(
            () -> {
              QuarkusTransaction.suspendingExisting().call(relay::runOnce);
              return count("published = FALSE");
            },
            left -> left == 0);
  }

  /** Runs rounds until so many rows are published and a further round publishes none. */
  void drainAll(long expected) {
    QuarkusTransaction.suspendingExisting()
        .run(
            () -> {
              await()
                  .atMost(Duration.ofSeconds(60))
                  .until(this::publishedByARound, is -> is == expected);
              assertThat(relay.runOnce().published()).isZero();
            });
  }

  void append(OutboxMessage... messages) {
    append(List.of(messages));
  }

  void append(List<OutboxMessage> messages) {
    QuarkusTransaction.requiringNew().run(() -> outbox.append(messages));
  }

  OutboxMessage message(String loan, String payload) {
    return message(topic, loan, payload);
  }

  static OutboxMessage message(String topic, String loan, String payload) {
    return new OutboxMessage(
        UUID.randomUUID().toString(),
        "loan.created",
        topic,
        loan,
        Lane.changed(loan),
        loan,
        1L,
        payload,
        "{\"source-event-id\":\"e\"}",
        null);
  }

  OutboxMessage deadLetter(String id, String headers) {
    return new OutboxMessage(
        UUID.randomUUID().toString(),
        "dead-letter",
        topic,
        null,
        Lane.deadLetter(id),
        null,
        null,
        null,
        headers,
        id);
  }

  void storeDeadLetter(String id, byte @Nullable [] key, byte @Nullable [] value, byte[] headers) {
    database.update(
        "INSERT INTO dead_letter (id, consumer, reason, status, source_topic, source_partition,"
            + " source_offset, source_timestamp, fingerprint, record_key, record_value,"
            + " record_headers, attempts)"
            + " VALUES (?, 'c', 'malformed', 'DEAD', 't', 0, 0, 0, ?, ?, ?, ?, 1)",
        id,
        id,
        key,
        value,
        headers);
  }

  void create(Map<String, String> settings) {
    Topics.create(
        bootstrap,
        List.of(new NewTopic(topic, Optional.of(3), Optional.empty()).configs(settings)));
  }

  void alter(String key, String value) {
    Topics.alter(bootstrap, topic, key, value);
  }

  ConsumerRecord<byte[], byte[]> deadLetterOnTopic(String id) {
    return reader.read(topic).stream()
        .filter(record -> TopicReader.headers(record).contains("dead-letter-id=" + id))
        .findFirst()
        .orElseThrow();
  }

  Map<String, List<String>> byKey() {
    Map<String, List<String>> values = new HashMap<>();
    for (ConsumerRecord<byte[], byte[]> record : reader.read(topic)) {
      values
          .computeIfAbsent(new String(record.key(), UTF_8), key -> new ArrayList<>())
          .add(new String(record.value(), UTF_8));
    }
    return values;
  }

  long count(String condition) {
    return database.query(ROW_COUNT + condition, row -> row.getLong(1)).get(0);
  }

  String text(String query) {
    return database.query(query, row -> row.getString(1)).get(0);
  }

  /** Text that does not compress. */
  static String noise(int length) {
    StringBuilder text = new StringBuilder();
    while (text.length() < length) {
      text.append(UUID.randomUUID());
    }
    return text.substring(0, length);
  }
}
