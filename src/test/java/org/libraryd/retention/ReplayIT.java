package org.libraryd.retention;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;
import org.libraryd.model.Progress;
import org.libraryd.model.TopicNames;
import org.libraryd.support.BrokerProcess;
import org.libraryd.support.LibraryProcess;
import org.libraryd.support.LibraryProcess.Build;
import org.libraryd.support.LoanRecords;
import org.libraryd.support.PostgresProcess;

/** Claims are pruned, then a person resets the groups to the earliest offset. */
class ReplayIT {
  private static final TopicNames TOPICS = TopicNames.STANDARD;
  private static final List<String> LIFE = List.of("created", "approved", "overdue", "returned");
  private static final int FULL_LIVES = 100;
  private static final int OPEN_LIVES = 20;
  private static final Duration LIMIT = Duration.ofMinutes(2);

  private static final String LOANS = "SELECT loan_id, status, version FROM loan ORDER BY loan_id";
  private static final String MESSAGES =
      "SELECT event_id, topic, aggregate_version FROM outbox WHERE dead_letter_id IS NULL"
          + " ORDER BY event_id";

  private final PostgresProcess server = PostgresProcess.start();
  private final String url = server.createDatabase();

  @Test
  void replayOfWhatWasForgottenMovesNothingAndPublishesNothingAgain() throws Exception {
    try (BrokerProcess broker = BrokerProcess.start();
        Progress progress = new Progress(broker.bootstrap())) {
      broker.createTopics(
          List.of(
              TOPICS.loan(),
              TOPICS.changed(),
              TOPICS.notice(),
              TOPICS.audit(),
              TOPICS.deadLetter()),
          1);
      send(broker.bootstrap());
      try (LibraryProcess service = start(broker.bootstrap())) {
        awaitRest(progress);
        assertThat(rows("SELECT event_id FROM consumed_event")).isNotEmpty();
        List<String> loans = rows(LOANS);
        List<String> messages = rows(MESSAGES);
        long changed = progress.written(TOPICS.changed());
        long notices = progress.written(TOPICS.notice());

        update("UPDATE consumed_event SET consumed_at = CURRENT_TIMESTAMP - INTERVAL '16 days'");
        await("claims are pruned")
            .atMost(LIMIT)
            .until(() -> rows("SELECT event_id FROM consumed_event").isEmpty());
        service.terminate();
        reset(broker, "libraryd-lifecycle", TOPICS.loan());
        reset(broker, "libraryd-notice", TOPICS.changed());
        service.restart();
        awaitRest(progress);

        assertThat(loans).hasSize(FULL_LIVES + OPEN_LIVES);
        assertThat(rows(LOANS)).isEqualTo(loans);
        assertThat(rows(MESSAGES)).isEqualTo(messages);
        assertThat(progress.written(TOPICS.changed())).isEqualTo(changed);
        assertThat(progress.written(TOPICS.notice())).isEqualTo(notices);
      }
    } finally {
      server.close();
    }
  }

  private LibraryProcess start(String bootstrap) {
    return LibraryProcess.start(
        Build.POSTGRESQL,
        Map.of(
            "KAFKA_BOOTSTRAP_SERVERS", bootstrap,
            "QUARKUS_DATASOURCE_JDBC_URL", url,
            "LIBRARYD_RETENTION_PRUNE_INTERVAL", "1s"));
  }

  private static void send(String bootstrap) {
    try (var producer =
        new KafkaProducer<>(
            Map.of("bootstrap.servers", bootstrap),
            new ByteArraySerializer(),
            new ByteArraySerializer())) {
      for (int loan = 0; loan < FULL_LIVES + OPEN_LIVES; loan++) {
        for (String type : loan < FULL_LIVES ? LIFE : LIFE.subList(0, 3)) {
          String loanId = "L-" + loan;
          var event =
              new ProducerRecord<>(
                  TOPICS.loan(),
                  loanId.getBytes(UTF_8),
                  LoanRecords.json(type, loanId, "M-" + loan).getBytes(UTF_8));
          event.headers().add("event-id", (loanId + "-" + type).getBytes(UTF_8));
          Future<?> unused = producer.send(event);
        }
      }
    }
  }

  /** Waits until all is read and published: what the relay publishes, the notice consumer reads. */
  private void awaitRest(Progress progress) {
    await("all is done")
        .atMost(LIMIT)
        .ignoreExceptions()
        .until(
            () ->
                progress.lag("libraryd-lifecycle", TOPICS.loan()) == 0
                    && rows("SELECT id FROM outbox WHERE NOT published").isEmpty()
                    && progress.lag("libraryd-notice", TOPICS.changed()) == 0
                    && rows("SELECT id FROM outbox WHERE NOT published").isEmpty());
  }

  private static void reset(BrokerProcess broker, String group, String topic) {
    try (Admin admin = broker.admin()) {
      Map<TopicPartition, OffsetAndMetadata> earliest = new HashMap<>();
      earliest.put(new TopicPartition(topic, 0), new OffsetAndMetadata(0));
      await("nobody is left in " + group)
          .atMost(LIMIT)
          .ignoreExceptions()
          .until(
              () -> {
                admin.alterConsumerGroupOffsets(group, earliest).all().get();
                return true;
              });
    }
  }

  private List<String> rows(String query) throws SQLException {
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement();
        ResultSet found = statement.executeQuery(query)) {
      List<String> rows = new ArrayList<>();
      while (found.next()) {
        StringBuilder row = new StringBuilder();
        for (int column = 1; column <= found.getMetaData().getColumnCount(); column++) {
          row.append(found.getString(column)).append(' ');
        }
        rows.add(row.toString());
      }
      return rows;
    }
  }

  private void update(String statement) throws SQLException {
    try (Connection connection = DriverManager.getConnection(url);
        Statement update = connection.createStatement()) {
      update.executeUpdate(statement);
    }
  }
}
