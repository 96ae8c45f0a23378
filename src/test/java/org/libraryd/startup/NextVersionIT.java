package org.libraryd.startup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.libraryd.model.CorpusProducer;
import org.libraryd.model.CorpusShape;
import org.libraryd.model.EventCorpus;
import org.libraryd.model.Invariants;
import org.libraryd.model.Progress;
import org.libraryd.model.Rest;
import org.libraryd.model.TopicNames;
import org.libraryd.model.UnsentRows;
import org.libraryd.support.BrokerProcess;
import org.libraryd.support.LibraryProcess;
import org.libraryd.support.LibraryProcess.Build;
import org.libraryd.support.PostgresProcess;

/**
 * A rolling update under load: the tables are the next version's already, and this version, which
 * does not know what was added, goes on with them and even starts on them.
 */
class NextVersionIT {
  private static final TopicNames TOPICS = TopicNames.STANDARD;
  private static final Duration STEP = Duration.ofMinutes(2);
  private static final int BEFORE = 400;
  private static final int MEANWHILE = 800;

  private final EventCorpus corpus =
      EventCorpus.generate(EventCorpus.seed(), 1_200, CorpusShape.replaySafe(TOPICS.loan()));
  private final PostgresProcess server = PostgresProcess.start();
  private final BrokerProcess broker = BrokerProcess.start();

  @AfterEach
  void stop() {
    broker.close();
    server.close();
  }

  @Test
  void thisVersionRunsAndStartsOnTablesThatTheNextOneHasMigrated() throws SQLException {
    System.out.println(corpus);
    String url = server.createDatabase();
    broker.createTopics(
        List.of(
            TOPICS.loan(), TOPICS.changed(), TOPICS.notice(), TOPICS.audit(), TOPICS.deadLetter()),
        3);
    try (Connection connection = DriverManager.getConnection(url);
        Progress progress = new Progress(broker.bootstrap());
        CorpusProducer producer = new CorpusProducer(broker.bootstrap());
        LibraryProcess running = start(url, "1").awaitReady()) {
      producer.send(corpus.items().subList(0, BEFORE));
      await("all statements have been prepared and used")
          .atMost(STEP)
          .until(() -> progress.committed("libraryd-notice", TOPICS.changed()) > 0);
      producer.send(corpus.items().subList(BEFORE, MEANWHILE));
      migrateToNextVersion(url);

      try (LibraryProcess started = start(url, "2").awaitReady()) {
        producer.send(corpus.items().subList(MEANWHILE, corpus.size()));
        Rest rest = new Rest(progress, TOPICS, corpus.model(), () -> unsent(connection));
        await("all is done").atMost(STEP).ignoreExceptions().until(rest::isReached);

        System.out.println(new Invariants(connection, broker.bootstrap(), TOPICS).check(corpus));
        assertThat(started.output()).contains("newer than the latest available migration");
        assertThat(running.output() + started.output()).doesNotContain("ERROR");
      }
    }
  }

  private static void migrateToNextVersion(String url) {
    Flyway.configure()
        .dataSource(url, null, null)
        .locations("db/migration/postgresql", "db/next")
        .load()
        .migrate();
  }

  /** Takes little at a time, so that statements run often enough to be kept by the server. */
  private LibraryProcess start(String url, String instance) {
    return LibraryProcess.start(
        Build.POSTGRESQL,
        Map.of(
            "KAFKA_BOOTSTRAP_SERVERS",
            broker.bootstrap(),
            "QUARKUS_DATASOURCE_JDBC_URL",
            url,
            "LIBRARYD_INSTANCE",
            instance,
            "LIBRARYD_OUTBOX_COUNT_INTERVAL",
            "1s",
            "MP_MESSAGING_INCOMING_LIFECYCLE_MAX_POLL_RECORDS",
            "10",
            "MP_MESSAGING_INCOMING_NOTICE_MAX_POLL_RECORDS",
            "10"));
  }

  private static long unsent(Connection connection) {
    try {
      return UnsentRows.count(connection);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }
}
