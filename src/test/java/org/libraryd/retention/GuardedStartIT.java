package org.libraryd.retention;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.libraryd.model.TopicNames;
import org.libraryd.support.BrokerProcess;
import org.libraryd.support.LibraryProcess;
import org.libraryd.support.LibraryProcess.Build;

/** The packaged service at its start, with windows that cover its topics and with others. */
class GuardedStartIT {
  private static final TopicNames TOPICS = TopicNames.STANDARD;
  private static final Duration LIMIT = Duration.ofSeconds(60);

  private static BrokerProcess broker;

  @BeforeAll
  static void startBroker() {
    broker = BrokerProcess.start();
    broker.createTopics(
        List.of(
            TOPICS.loan(), TOPICS.changed(), TOPICS.notice(), TOPICS.audit(), TOPICS.deadLetter()),
        1);
    broker.createTopic("endless", 1, Map.of("retention.ms", "-1"));
  }

  @AfterAll
  static void stopBroker() {
    broker.close();
  }

  @Test
  void windowsThatAreTooShortRefuseTheStartInOneMessage() {
    try (LibraryProcess service =
        desk(Map.of("LIBRARYD_DEDUP_RETENTION", "14d", "LIBRARYD_LOAN_RETENTION", "30h"))) {
      assertThat(service.awaitExit(LIMIT)).isEqualTo(1);
      assertThat(service.output())
          .contains("libraryd.dedup.retention is 14d, it must be at least 15d: libraryd.loan keeps")
          .contains(
              "libraryd.dedup.retention is 14d, it must be at least 15d: libraryd.loan.change")
          .contains("libraryd.loan.retention is 30h, it must be at least 14d")
          .doesNotContain("libraryd.outbox.retention", "libraryd.dead-letter.retention")
          .containsOnlyOnce("libraryd.retention.guard=warn");
    }
  }

  @Test
  void topicThatKeepsItsRecordsForEverRefusesTheStart() {
    try (LibraryProcess service = desk(Map.of("LIBRARYD_TOPIC_LOAN", "endless"))) {
      assertThat(service.awaitExit(LIMIT)).isEqualTo(1);
      assertThat(service.output())
          .contains("dedup.retention is 15d, but endless keeps its records without end")
          .contains("outbox.retention is 15d, but endless keeps its records without end")
          .contains("dead-letter.retention is 15d, but endless keeps its records without end");
    }
  }

  @Test
  void guardThatWarnsLetsItStartAndSaysSoOnce() throws Exception {
    try (LibraryProcess service =
        desk(
            Map.of(
                "LIBRARYD_OUTBOX_RETENTION", "1d",
                "LIBRARYD_RETENTION_CHECK_INTERVAL", "1s",
                "LIBRARYD_RETENTION_GUARD", "warn"))) {
      service.awaitReady();

      await()
          .atMost(LIMIT)
          .until(() -> service.output().contains("libraryd.outbox.retention is 1d"));
      assertThat(service.get("/q/metrics").body())
          .contains("libraryd_retention_margin_seconds{window=\"outbox\"} -1123200.0")
          .contains("libraryd_retention_margin_seconds{window=\"dedup\"} 0.0");
      service.terminate();
      assertThat(service.output()).containsOnlyOnce("Pruning pauses where it is not safe");
    }
  }

  @Test
  void defaultsStartWithoutAWordFromTheGuard() {
    try (LibraryProcess service = desk(Map.of())) {
      service.awaitReady();

      assertThat(service.output()).doesNotContain("retention", "Pruning");
    }
  }

  private static LibraryProcess desk(Map<String, String> environment) {
    Map<String, String> all = new HashMap<>();
    all.put("KAFKA_BOOTSTRAP_SERVERS", broker.bootstrap());
    all.put("LIBRARYD_DESK_DIRECTORY", "./target/desk-" + UUID.randomUUID());
    all.putAll(environment);
    return LibraryProcess.start(Build.DESK, all);
  }
}
