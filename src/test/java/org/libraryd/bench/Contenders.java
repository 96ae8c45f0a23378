package org.libraryd.bench;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import org.libraryd.model.Progress;
import org.libraryd.support.LibraryProcess;
import org.libraryd.support.LibraryProcess.Build;
import org.postgresql.ds.PGSimpleDataSource;

/** One round of each contender, from empty tables and topics to a number of rows per second. */
final class Contenders {
  private static final Duration LIMIT = Duration.ofMinutes(20);
  private static final Map<String, String> INTAKE_ONLY =
      Map.of(
          "LIBRARYD_RELAY_ENABLED",
          "false",
          "MP_MESSAGING_INCOMING_AUDIT_SOURCE_TOPIC",
          Stage.EMPTY_TOPIC);
  private static final Map<String, String> RELAY_ONLY =
      Map.of("MP_MESSAGING_INCOMING_NOTICE_TOPIC", Stage.EMPTY_TOPIC);

  private final Stage stage;
  private final int heapMebibytes;

  Contenders(Stage stage, int heapMebibytes) {
    this.stage = stage;
    this.heapMebibytes = heapMebibytes;
  }

  double seedIntake(int warmUp, int events) throws SQLException, IOException {
    stage.clear();
    FullLives.send(stage.bootstrap(), Stage.TOPICS.loan(), warmUp + events);
    try (SeedIntake seed = new SeedIntake(stage.url(), stage.bootstrap(), Stage.TOPICS.loan())) {
      seed.handle(warmUp + events);
    }
    return Throughput.of(stage.url(), "consumed_at", "seed.consumed_event", warmUp);
  }

  double intake(int warmUp, int events) throws SQLException {
    stage.clear();
    return takeIn(warmUp, events);
  }

  /** The intake on the tables as they are. */
  double takeIn(int warmUp, int events) throws SQLException {
    String start = stage.now();
    FullLives.send(stage.bootstrap(), Stage.TOPICS.loan(), warmUp + events);
    try (Progress progress = new Progress(stage.bootstrap())) {
      run(INTAKE_ONLY, () -> progress.lag("libraryd-lifecycle", Stage.TOPICS.loan()) == 0);
    }
    return Throughput.of(
        stage.url(), "consumed_at", "consumed_event WHERE consumed_at > " + start, warmUp);
  }

  double seedRelay(int warmUp, int rows) throws SQLException {
    stage.clear();
    OutboxRows.append(stage, warmUp + rows);
    PGSimpleDataSource database = new PGSimpleDataSource();
    database.setUrl(stage.url());
    try (SeedRelay seed = new SeedRelay(database, stage.bootstrap())) {
      seed.drain();
    }
    return Throughput.of(stage.url(), "published_at", "outbox", warmUp);
  }

  double relay(int warmUp, int rows) throws SQLException {
    stage.clear();
    OutboxRows.append(stage, warmUp + rows);
    return sendRate(sendAll(), warmUp);
  }

  /** Has the relay send what is there; returns when it began. */
  String sendAll() throws SQLException {
    String start = stage.now();
    run(RELAY_ONLY, this::allSent);
    return start;
  }

  double sendRate(String since, int warmUp) throws SQLException {
    return Throughput.of(
        stage.url(), "published_at", "outbox WHERE published AND published_at > " + since, warmUp);
  }

  /** Input to published, with relay, notice and audit at work on the same machine. */
  double whole(int warmUp, int events) throws SQLException {
    stage.clear();
    int all = warmUp + events;
    FullLives.send(stage.bootstrap(), Stage.TOPICS.loan(), all);
    try (Progress progress = new Progress(stage.bootstrap())) {
      run(Map.of(), () -> handled(all) && isAtRest(progress));
    }
    double seconds =
        stage.ask(
            """
            SELECT extract(epoch FROM
                (SELECT max(published_at) FROM outbox WHERE topic = '%s')
                - (SELECT consumed_at FROM consumed_event WHERE consumer = 'loan-lifecycle'
                    ORDER BY consumed_at OFFSET %d LIMIT 1))
            """
                .formatted(Stage.TOPICS.changed(), warmUp));
    return events / seconds;
  }

  boolean isAtRest(Progress progress) throws SQLException {
    return progress.lag("libraryd-audit", Stage.TOPICS.loan()) == 0
        && progress.lag("libraryd-notice", Stage.TOPICS.changed()) == 0
        && allSent();
  }

  /** The sequence is cheap to ask while the service works; the rows are counted at the end. */
  boolean handled(int events) throws SQLException {
    return stage.ask("SELECT last_value FROM outbox_id_seq") >= events
        && stage.ask("SELECT count(*) FROM consumed_event WHERE consumer = 'loan-lifecycle'")
            >= events;
  }

  private boolean allSent() throws SQLException {
    // In the order of the index, or it is looked for in the whole table.
    return stage.ask(
            "SELECT count(*) FROM (SELECT FROM outbox WHERE NOT published"
                + " ORDER BY topic, shard, id LIMIT 1) AS one")
        == 0;
  }

  private void run(Map<String, String> mode, Callable<Boolean> done) {
    try (LibraryProcess library = start(mode)) {
      awaitDone(library, done);
      library.terminate();
    }
  }

  LibraryProcess start(Map<String, String> mode) {
    Map<String, String> environment = new HashMap<>(mode);
    environment.put("KAFKA_BOOTSTRAP_SERVERS", stage.bootstrap());
    environment.put("QUARKUS_DATASOURCE_JDBC_URL", stage.url());
    return LibraryProcess.start(Build.POSTGRESQL, heapMebibytes, environment);
  }

  static void awaitDone(LibraryProcess library, Callable<Boolean> done) {
    library.awaitReady();
    await("all is handled").atMost(LIMIT).pollInterval(Duration.ofMillis(500)).until(done);
  }
}
