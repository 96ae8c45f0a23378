package org.libraryd.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
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
 * The committed offsets are ahead of the data: after a restored dump, a failover to a standby that
 * lagged, or with a fresh database. No event is lost, and nobody downstream sees a second content.
 */
class DatabaseBackInTimeIT {
  private static final int BEFORE = 200;
  private static final int AFTER = 500;
  private static final Duration STEP = Duration.ofMinutes(2);
  private static final TopicNames TOPICS = TopicNames.STANDARD;
  private static final String COUNTS =
      """
      SELECT concat_ws(' ', (SELECT count(*) FROM consumed_event), (SELECT count(*) FROM loan),
                            (SELECT count(*) FROM dead_letter), (SELECT count(*) FROM outbox))
      """;

  private final long seed = EventCorpus.seed();
  private final EventCorpus corpus =
      EventCorpus.generate(seed, BEFORE + AFTER, CorpusShape.replaySafe(TOPICS.loan()));
  private final PostgresProcess server = PostgresProcess.start();
  private final String url = server.createDatabase();
  private final BrokerProcess broker = BrokerProcess.start();
  private final Progress progress = new Progress(broker.bootstrap());

  @AfterEach
  void stop() {
    progress.close();
    broker.close();
    server.close();
  }

  @Test
  void restoredDatabaseGetsBackWhatItLostAtTheStartAndWhileItRuns() throws SQLException {
    System.out.println("-Dseed=" + seed);
    createTopics();
    send(0, BEFORE);
    String dump;
    try (LibraryProcess library = start(url, Map.of()).awaitReady()) {
      await("the first events are done").atMost(STEP).until(() -> isQuiet(BEFORE));
      library.terminate();
      dump = server.copy(url);

      library.restart().awaitReady();
      send(BEFORE, BEFORE + AFTER);
      Rest rest = new Rest(progress, TOPICS, corpus.model(), () -> unsent(url));
      awaitRest(rest);
      library.terminate();
      String counts = counts(url);

      server.restore(url, dump);
      assertThat(counts(url)).isNotEqualTo(counts);
      library.restart().awaitReady();
      awaitRest(rest, url, counts);
      assertThat(library.output()).contains("the database has gone back on libraryd.loan-");

      // As a standby that lagged takes over: no restart, no assignment, no new record.
      server.restore(url, dump);
      awaitRest(rest, url, counts);
      library.terminate();
    }
    check(url);
  }

  @Test
  void freshDatabaseUnderAnOldGroupLetsNothingInBeforeAPersonSaysFromWhere() throws SQLException {
    System.out.println("-Dseed=" + seed);
    createTopics();
    send(0, corpus.size());
    String counts;
    try (LibraryProcess library = start(url, Map.of()).awaitReady()) {
      awaitRest(new Rest(progress, TOPICS, corpus.model(), () -> unsent(url)));
      counts = counts(url);
      library.terminate();
    }

    String fresh = server.createDatabase();
    try (LibraryProcess library = start(fresh, Map.of())) {
      await("it says what to set")
          .atMost(STEP)
          .ignoreExceptions()
          .until(
              () ->
                  library
                      .get("/q/health/ready")
                      .body()
                      .contains("libraryd.intake.missing-positions=committed"));
      assertThat(counts(fresh)).isEqualTo("0 0 0 0");
      library.terminate();
    }
    try (LibraryProcess library =
        start(fresh, Map.of("LIBRARYD_INTAKE_MISSING_POSITIONS", "earliest")).awaitReady()) {
      awaitRest(new Rest(progress, TOPICS, corpus.model(), () -> unsent(fresh)), fresh, counts);
      library.terminate();
    }
    check(fresh);
  }

  private void createTopics() {
    broker.createTopics(
        List.of(
            TOPICS.loan(), TOPICS.changed(), TOPICS.notice(), TOPICS.audit(), TOPICS.deadLetter()),
        3);
  }

  private void send(int from, int to) {
    try (CorpusProducer producer = new CorpusProducer(broker.bootstrap())) {
      producer.send(corpus.items().subList(from, to));
    }
  }

  private LibraryProcess start(String database, Map<String, String> more) {
    Map<String, String> environment = new HashMap<>(more);
    environment.put("KAFKA_BOOTSTRAP_SERVERS", broker.bootstrap());
    environment.put("QUARKUS_DATASOURCE_JDBC_URL", database);
    environment.put("LIBRARYD_OUTBOX_COUNT_INTERVAL", "1s");
    return LibraryProcess.start(Build.POSTGRESQL, environment);
  }

  private boolean isQuiet(int records) {
    return progress.committed("libraryd-lifecycle", TOPICS.loan()) == records
        && unsent(url) == 0
        && progress.lag("libraryd-notice", TOPICS.changed()) == 0
        && unsent(url) == 0;
  }

  private static void awaitRest(Rest rest) {
    await("all is done").atMost(STEP).ignoreExceptions().until(rest::isReached);
  }

  private static void awaitRest(Rest rest, String database, String counts) {
    await("the database has all again")
        .atMost(STEP)
        .ignoreExceptions()
        .untilAsserted(
            () -> {
              assertThat(counts(database)).isEqualTo(counts);
              assertThat(rest.isReached()).isTrue();
            });
  }

  private void check(String database) throws SQLException {
    try (Connection connection = DriverManager.getConnection(database)) {
      System.out.println(new Invariants(connection, broker.bootstrap(), TOPICS).check(corpus));
    }
  }

  private static long unsent(String database) {
    try (Connection connection = DriverManager.getConnection(database)) {
      return UnsentRows.count(connection);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String counts(String database) throws SQLException {
    try (Connection connection = DriverManager.getConnection(database);
        Statement statement = connection.createStatement();
        ResultSet found = statement.executeQuery(COUNTS)) {
      found.next();
      return found.getString(1);
    }
  }
}
