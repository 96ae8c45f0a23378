package org.libraryd.fault;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.http.HttpResponse;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.libraryd.model.TopicNames;
import org.libraryd.support.BrokerProcess;
import org.libraryd.support.LibraryProcess;
import org.libraryd.support.LibraryProcess.Build;
import org.libraryd.support.LoanRecords;
import org.libraryd.support.PostgresProcess;

/**
 * What does not move although there is work shows in readiness and in a metric within 30 s, and so
 * does its end; the process is alive all the time.
 */
class WatchdogIT {
  private static final Duration HONESTY = Duration.ofSeconds(30);
  private static final TopicNames TOPICS = TopicNames.STANDARD;

  private static PostgresProcess server;
  private static BrokerProcess broker;
  private static LibraryProcess library;
  private static String url;

  @BeforeAll
  static void start() {
    server = PostgresProcess.start();
    url = server.createDatabase();
    broker = BrokerProcess.start();
    broker.createTopics(
        List.of(
            TOPICS.loan(), TOPICS.changed(), TOPICS.notice(), TOPICS.audit(), TOPICS.deadLetter()),
        2);
    library =
        LibraryProcess.start(
                Build.POSTGRESQL,
                Map.of(
                    "KAFKA_BOOTSTRAP_SERVERS",
                    broker.bootstrap(),
                    "QUARKUS_DATASOURCE_JDBC_URL",
                    url))
            .awaitReady();
  }

  @AfterAll
  static void stop() {
    library.close();
    broker.close();
    server.close();
  }

  @Test
  void relayThatGetsNoShardShows() throws Exception {
    try (Connection other = lock("SELECT shard FROM outbox_shard FOR UPDATE")) {
      send(0, "created", "L-relay");
      awaitStalled("relay");
      other.rollback();
    }
    awaitReady();
  }

  @Test
  void consumerThatWaitsForALockShows() throws Exception {
    send(0, "created", "L-lock");
    awaitLoan("L-lock");
    try (Connection other = lock("SELECT * FROM loan WHERE loan_id = 'L-lock' FOR UPDATE")) {
      send(0, "approved", "L-lock");
      awaitStalled("loan-lifecycle");
      other.rollback();
    }
    awaitReady();
  }

  @Test
  void forwarderWithoutItsTopicShows() throws Exception {
    try (Admin admin = broker.admin()) {
      admin.deleteTopics(List.of(TOPICS.audit())).all().get();
    }
    send(0, "created", "L-audit");
    awaitStalled("audit");
    broker.createTopics(List.of(TOPICS.audit()), 2);
    awaitReady();
  }

  @Test
  void partitionBehindAnOpenTransactionIsNamedAndNothingElseHappens() throws Exception {
    try (KafkaProducer<byte[], byte[]> producer = producer(Map.of("transactional.id", "other"))) {
      producer.initTransactions();
      producer.beginTransaction();
      producer.send(event(1, "created", "L-open")).get();
      send(1, "created", "L-behind");
      await()
          .atMost(HONESTY.plusSeconds(10))
          .untilAsserted(
              () -> {
                HttpResponse<String> ready = library.get("/q/health/ready");
                assertThat(ready.body()).contains("libraryd.loan-1@");
                assertThat(ready.statusCode()).isEqualTo(200);
                assertThat(metric("libraryd_held_partitions")).isOne();
              });
      producer.abortTransaction();
    }
    awaitLoan("L-behind");
    await().atMost(HONESTY).until(() -> metric("libraryd_held_partitions") == 0);
  }

  private static Connection lock(String rows) throws SQLException {
    Connection other = DriverManager.getConnection(url);
    other.setAutoCommit(false);
    other.createStatement().execute(rows);
    return other;
  }

  private static void awaitStalled(String part) throws Exception {
    await(part + " shows")
        .atMost(HONESTY)
        .untilAsserted(
            () -> {
              HttpResponse<String> ready = library.get("/q/health/ready");
              assertThat(ready.statusCode()).isEqualTo(503);
              assertThat(ready.body()).contains(part + "-stalled-seconds");
            });
    assertThat(metric("libraryd_stalled_seconds{part=\"" + part + "\"}")).isGreaterThan(20);
    assertThat(library.get("/q/health/live").statusCode()).isEqualTo(200);
  }

  private static void awaitReady() {
    await("ready again")
        .atMost(HONESTY)
        .until(() -> library.get("/q/health/ready").statusCode() == 200);
  }

  private static void awaitLoan(String loanId) {
    await(loanId)
        .atMost(HONESTY)
        .until(
            () -> {
              try (Connection connection = DriverManager.getConnection(url);
                  var query = connection.prepareStatement("SELECT 1 FROM loan WHERE loan_id = ?")) {
                query.setString(1, loanId);
                return query.executeQuery().next();
              }
            });
  }

  private static double metric(String name) throws Exception {
    return library
        .get("/q/metrics")
        .body()
        .lines()
        .filter(line -> line.startsWith(name))
        .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' '))))
        .sum();
  }

  private static void send(int partition, String type, String loanId) throws Exception {
    try (KafkaProducer<byte[], byte[]> producer = producer(Map.of())) {
      producer.send(event(partition, type, loanId)).get();
    }
  }

  private static ProducerRecord<byte[], byte[]> event(int partition, String type, String loanId) {
    ProducerRecord<byte[], byte[]> event =
        new ProducerRecord<>(
            TOPICS.loan(),
            partition,
            loanId.getBytes(UTF_8),
            LoanRecords.json(type, loanId, "M-1").getBytes(UTF_8));
    event.headers().add("event-id", UUID.randomUUID().toString().getBytes(UTF_8));
    return event;
  }

  private static KafkaProducer<byte[], byte[]> producer(Map<String, Object> more) {
    Map<String, Object> settings = new HashMap<>(more);
    settings.put("bootstrap.servers", broker.bootstrap());
    return new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer());
  }
}
