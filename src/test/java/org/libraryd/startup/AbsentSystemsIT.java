package org.libraryd.startup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.libraryd.support.BrokerProcess;
import org.libraryd.support.LibraryProcess;
import org.libraryd.support.LibraryProcess.Build;
import org.libraryd.support.PostgresProcess;

/**
 * The packaged service without its database or its broker, at the start and later: it stays alive,
 * says what it waits for, and is ready soon after they are there, without a restart.
 */
class AbsentSystemsIT {
  private static final List<String> TOPICS =
      List.of(
          "libraryd.loan",
          "libraryd.loan.changed",
          "libraryd.notice",
          "libraryd.audit",
          "libraryd.loan.dlq");
  private static final Duration REPAIR = Duration.ofSeconds(60);
  private static final Duration HONESTY = Duration.ofSeconds(30);

  private static BrokerProcess broker;

  @BeforeAll
  static void startBroker() {
    broker = BrokerProcess.start();
    broker.createTopics(TOPICS, 1);
  }

  @AfterAll
  static void stopBroker() {
    broker.close();
  }

  @Test
  void brokerNameThatDoesNotResolveIsWaitedFor() throws Exception {
    Path hosts = Files.createTempFile(Path.of("target"), "hosts", "");
    try (LibraryProcess service =
        desk(
            Map.of(
                "KAFKA_BOOTSTRAP_SERVERS", "broker.test:" + port(),
                "JAVA_TOOL_OPTIONS", "-Djdk.net.hosts.file=" + hosts))) {
      awaitDown(service, "the broker and its topics");

      Files.writeString(hosts, "127.0.0.1 broker.test\n");

      awaitReady(service, REPAIR);
    }
  }

  @Test
  void brokerWhosePortIsClosedIsWaitedFor() throws Exception {
    broker.stop();
    try (LibraryProcess service = desk(Map.of())) {
      awaitDown(service, "the broker and its topics");

      broker.restart();

      awaitReady(service, REPAIR);
      assertThat(service.output().lines().filter(line -> line.contains("WARN")).count())
          .isLessThan(20);
    }
  }

  @Test
  void brokerThatAcceptsAndStaysSilentIsWaitedFor() throws Exception {
    broker.stop();
    try (LibraryProcess service = desk(Map.of())) {
      try (ServerSocket silent = new ServerSocket(port(), 50, InetAddress.getLoopbackAddress())) {
        assertThat(silent.isBound()).isTrue();
        awaitDown(service, "the broker and its topics");
        await().atMost(HONESTY).until(() -> service.output().contains("Waiting for the broker"));
      }
      broker.restart();

      awaitReady(service, REPAIR);
    }
  }

  @Test
  void missingTopicIsNamedAndNotCreated() throws Exception {
    try (LibraryProcess service = desk(Map.of("LIBRARYD_TOPIC_NOTICE", "late.notice"))) {
      await().atMost(REPAIR).until(() -> service.output().contains("the broker lacks late.notice"));
      awaitDown(service, "the broker and its topics");

      broker.createTopics(List.of("late.notice"), 1);

      awaitReady(service, REPAIR);
    }
  }

  @Test
  void wrongConfigurationExitsWithOneAndNamesAllOfIt() {
    try (LibraryProcess service =
        desk(
            Map.of(
                "QUARKUS_DATASOURCE_JDBC_URL", "jdbc:h2:file:./target/wrong/x",
                "LIBRARYD_INSTANCE", "-1",
                "MP_MESSAGING_INCOMING_LIFECYCLE_ISOLATION_LEVEL", "read_uncommitted"))) {
      assertThat(service.awaitExit(REPAIR)).isEqualTo(1);
      assertThat(service.output())
          .contains("MODE=PostgreSQL", "WRITE_DELAY=0", "libraryd.instance", "isolation.level");
    }
  }

  @Test
  void topicSettingsThatCostSafetyOrSpeedAreToldAndStopNothing() throws Exception {
    try (LibraryProcess service =
        desk(Map.of("MP_MESSAGING_OUTGOING_RELAY_BATCH_SIZE", "2000000"))) {
      awaitReady(service, REPAIR);

      assertThat(service.output())
          .contains(
              "mp.messaging.outgoing.relay.batch.size is 2000000, topic libraryd.notice takes",
              "topic libraryd.audit has 1 replicas and min.insync.replicas 1");
    }
  }

  @Test
  void sessionsOfAnotherIsolationAreRefused() {
    try (LibraryProcess service =
        desk(Map.of("QUARKUS_DATASOURCE_JDBC_TRANSACTION_ISOLATION_LEVEL", "serializable"))) {
      assertThat(service.awaitExit(REPAIR)).isEqualTo(1);
      assertThat(service.output()).contains("transaction-isolation-level");
    }
  }

  @Test
  void missingAddressOfTheDatabaseIsRefusedInOneSentence() {
    try (LibraryProcess service =
        LibraryProcess.start(
            Build.POSTGRESQL, Map.of("KAFKA_BOOTSTRAP_SERVERS", broker.bootstrap()))) {
      assertThat(service.awaitExit(REPAIR)).isEqualTo(1);
      assertThat(service.output())
          .contains("quarkus.datasource.jdbc.url is not set")
          .doesNotContain("\tat ");
    }
  }

  @Test
  void databaseWhosePortIsClosedIsWaitedFor() throws Exception {
    try (PostgresProcess postgres = PostgresProcess.start()) {
      String url = postgres.createDatabase();
      postgres.kill();
      try (LibraryProcess service = onPostgres(url)) {
        awaitDown(service, "the database");

        postgres.restart();

        awaitReady(service, REPAIR);
      }
    }
  }

  @Test
  void frozenSystemsShowInReadinessOnlyAndAreForgivenAfterwards() throws Exception {
    try (PostgresProcess postgres = PostgresProcess.start();
        LibraryProcess service = onPostgres(postgres.createDatabase())) {
      awaitReady(service, REPAIR);

      postgres.pause();
      awaitDown(service, "\"name\": \"database\",\n            \"status\": \"DOWN\"");
      postgres.resume();
      awaitReady(service, REPAIR);

      broker.pause();
      awaitDown(service, "\"name\": \"broker\",\n            \"status\": \"DOWN\"");
      broker.resume();
      awaitReady(service, REPAIR);
    }
  }

  private static LibraryProcess desk(Map<String, String> environment) {
    Map<String, String> all = new HashMap<>();
    all.put("KAFKA_BOOTSTRAP_SERVERS", broker.bootstrap());
    all.put("LIBRARYD_DESK_DIRECTORY", "./target/desk-" + UUID.randomUUID());
    all.putAll(environment);
    return LibraryProcess.start(Build.DESK, all);
  }

  private static LibraryProcess onPostgres(String url) {
    return LibraryProcess.start(
        Build.POSTGRESQL,
        Map.of("QUARKUS_DATASOURCE_JDBC_URL", url, "KAFKA_BOOTSTRAP_SERVERS", broker.bootstrap()));
  }

  private static int port() {
    return URI.create("kafka://" + broker.bootstrap()).getPort();
  }

  private static void awaitReady(LibraryProcess service, Duration limit) {
    await()
        .atMost(limit)
        .ignoreExceptions()
        .until(() -> quick(service, "ready").statusCode() == 200);
  }

  private static void awaitDown(LibraryProcess service, String cause) throws Exception {
    await()
        .atMost(HONESTY)
        .ignoreExceptions()
        .untilAsserted(
            () -> {
              HttpResponse<String> ready = quick(service, "ready");
              assertThat(ready.statusCode()).isEqualTo(503);
              assertThat(ready.body()).contains(cause);
            });
    assertThat(quick(service, "live").statusCode()).isEqualTo(200);
  }

  /** Asks for a health answer, which has to come within a second. */
  private static HttpResponse<String> quick(LibraryProcess service, String kind)
      throws IOException, InterruptedException {
    long start = System.nanoTime();
    HttpResponse<String> answer = service.get("/q/health/" + kind);
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(1));
    return answer;
  }
}
