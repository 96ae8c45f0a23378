package org.libraryd.fault;

import static org.awaitility.Awaitility.await;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.awaitility.core.ConditionTimeoutException;
import org.flywaydb.core.Flyway;
import org.jspecify.annotations.Nullable;
import org.libraryd.model.CorpusProducer;
import org.libraryd.model.EventCorpus;
import org.libraryd.model.Invariants;
import org.libraryd.model.Progress;
import org.libraryd.model.Rest;
import org.libraryd.model.Script;

/**
 * One scenario on its own ground: empty topics, an empty database, and the services it starts, all
 * of them watched. It ends with every invariant examined.
 */
final class Run implements AutoCloseable {

  /** Within this time of a fault's end all must be as if it had never been. */
  static final Duration RECOVERY = Duration.ofSeconds(60);

  private static final Duration STEP = Duration.ofMinutes(3);

  /** The next member of a group need not wait long for the partitions of a killed one. */
  private static final Map<String, String> SHORT_SESSIONS =
      Map.of(
          "MP_MESSAGING_INCOMING_LIFECYCLE_SESSION_TIMEOUT_MS", "6000",
          "MP_MESSAGING_INCOMING_NOTICE_SESSION_TIMEOUT_MS", "6000",
          "MP_MESSAGING_INCOMING_AUDIT_SOURCE_SESSION_TIMEOUT_MS", "6000");

  /** A fault finds the service between many transactions. */
  static final Map<String, String> SMALL_BATCHES =
      Map.of(
          "MP_MESSAGING_INCOMING_LIFECYCLE_MAX_POLL_RECORDS", "10",
          "MP_MESSAGING_INCOMING_NOTICE_MAX_POLL_RECORDS", "10",
          "MP_MESSAGING_INCOMING_AUDIT_SOURCE_MAX_POLL_RECORDS", "10");

  private final Stage stage;
  private final Store store;
  private final Timeline time;
  private final Progress progress;
  private final CorpusProducer producer;
  private final List<Service> services = new ArrayList<>();
  private EventCorpus corpus = new Script(Stage.TOPICS.loan(), 1).corpus();
  private final List<String> faults = new ArrayList<>();
  private boolean ended;
  private @Nullable OffsetWatch offsets;

  Run(Stage stage, Store store, String id, String fault) {
    this.stage = stage;
    this.store = store;
    this.time = new Timeline(id, store.name(), fault);
    this.progress = new Progress(stage.broker().bootstrap());
    this.producer = new CorpusProducer(stage.broker().bootstrap());
  }

  Stage stage() {
    return stage;
  }

  Store store() {
    return store;
  }

  Progress progress() {
    return progress;
  }

  /** Names the records of this scenario; what is committed is watched from here on. */
  void given(EventCorpus all) {
    corpus = all;
    System.out.println(time.title() + ": " + all);
    offsets = new OffsetWatch(stage.broker().bootstrap(), store, all);
  }

  EventCorpus corpus() {
    return corpus;
  }

  /** Sends all records. */
  void send() {
    send(0, corpus.size());
  }

  /** Sends a part of the records, the end not included. */
  void send(int from, int to) {
    producer.send(corpus.items().subList(from, to));
  }

  /** Starts one more service. */
  Service start(Map<String, String> settings) {
    Map<String, String> environment = new HashMap<>(SHORT_SESSIONS);
    environment.put("KAFKA_BOOTSTRAP_SERVERS", stage.broker().proxiedBootstrap());
    environment.put("LIBRARYD_INSTANCE", Integer.toString(services.size() + 1));
    environment.putAll(store.environment());
    environment.putAll(settings);
    Service service = Service.start(store.build(), environment);
    services.add(service);
    return service;
  }

  List<Service> services() {
    return services;
  }

  /** Waits until this many events have their effect in the database. */
  void awaitApplied(long events) {
    await(events + " applied")
        .atMost(STEP)
        .pollDelay(Duration.ZERO)
        .pollInterval(Duration.ofMillis(10))
        .ignoreExceptions()
        .until(() -> applied() >= events);
  }

  long applied() {
    return count(
        "SELECT count(*) FROM consumed_event"
            + " WHERE consumer = 'loan-lifecycle' AND outcome = 'APPLIED'");
  }

  /** Asks the database for one number. */
  long count(String sql) {
    try (Connection connection = store.open();
        Statement statement = connection.createStatement();
        ResultSet answer = statement.executeQuery(sql)) {
      answer.next();
      return answer.getLong(1);
    } catch (SQLException e) {
      throw new IllegalStateException(sql, e);
    }
  }

  /** Waits until this share of the changes is in the database. */
  void awaitShare(double share) {
    long changes = corpus.model().changes().values().stream().mapToLong(List::size).sum();
    awaitApplied((long) (share * changes));
  }

  /** Waits until the intake has committed all there is to read. */
  void awaitCommitted() {
    await("all offsets are committed")
        .atMost(STEP)
        .until(() -> progress.lag("libraryd-lifecycle", Stage.TOPICS.loan()) == 0);
  }

  /** Leaves things as they are for a while; {@code -Dpace=0.5} halves it. */
  void hold(Duration time) {
    double pace = Double.parseDouble(System.getProperty("pace", "1"));
    long end = System.nanoTime() + (long) (time.toNanos() * pace);
    await().atMost(time.plus(STEP)).until(() -> System.nanoTime() >= end);
  }

  /** Makes the tables before a service does. */
  void migrate() {
    Flyway.configure()
        .dataSource(((PostgresStore) store).url(), null, null)
        .locations("classpath:db/migration/postgresql")
        .load()
        .migrate();
  }

  void faultBegins() {
    time.faultBegins(noise());
  }

  void faultEnds() {
    time.faultEnds();
  }

  /** Waits until all is read, decided and sent; after a fault within its recovery time. */
  void awaitRest() {
    awaitRest(time.isFaulty() ? RECOVERY : STEP);
  }

  void awaitRest(Duration limit) {
    Rest rest = new Rest(progress, Stage.TOPICS, corpus.model(), this::unsent);
    try {
      await()
          .atMost(limit)
          .pollInterval(Duration.ofMillis(200))
          .ignoreExceptions()
          .until(rest::isReached);
    } catch (ConditionTimeoutException e) {
      throw new AssertionError(
          "not done after " + limit + ": " + rest.onBroker() + ", " + unsent() + " unsent", e);
    }
    time.recovered(noise());
  }

  /** Lets the intake read all records again; no service may run. */
  void rewindIntake() {
    endWatch();
    try (Admin admin = stage.broker().admin()) {
      String group = "libraryd-lifecycle";
      Map<TopicPartition, OffsetAndMetadata> zero = new HashMap<>();
      progress
          .offsets(group, Stage.TOPICS.loan())
          .keySet()
          .forEach(
              partition ->
                  zero.put(
                      new TopicPartition(Stage.TOPICS.loan(), partition),
                      new OffsetAndMetadata(0)));
      await("the group is empty")
          .atMost(STEP)
          .ignoreExceptionsInstanceOf(ExecutionException.class)
          .until(() -> admin.alterConsumerGroupOffsets(group, zero).all().get() == null);
    }
    given(corpus);
  }

  /** Looks at how the services behaved, and ends them. */
  void end() {
    if (ended) {
      return;
    }
    ended = true;
    faults.addAll(new Conduct(services, time).faults());
    endWatch();
    services.forEach(Service::terminate);
  }

  /** Ends what still runs, examines what is left, and adds the row of the report. */
  void conclude(@Nullable Throwable failure) {
    Invariants.@Nullable Examination examination = null;
    try {
      if (failure == null) {
        end();
      } else {
        services.forEach(Service::kill);
      }
      examination = examine();
      faults.addAll(examination.faults());
    } catch (SQLException | RuntimeException e) {
      faults.add("not examined: " + e);
    }
    Report.add(time.row(corpus, examination, failure, faults));
    if (failure == null && !faults.isEmpty()) {
      throw new AssertionError(corpus + "\n" + String.join("\n", faults));
    }
  }

  @Override
  public void close() {
    endWatch();
    services.forEach(Service::close);
    producer.close();
    progress.close();
  }

  private Invariants.Examination examine() throws SQLException {
    try (Connection connection = store.open()) {
      return new Invariants(connection, stage.broker().bootstrap(), Stage.TOPICS).examine(corpus);
    }
  }

  private long unsent() {
    return store.isShared()
        ? count("SELECT count(*) FROM outbox WHERE NOT published")
        : services.stream().mapToLong(it -> it.metrics().sum("libraryd_outbox_unsent")).sum();
  }

  private void endWatch() {
    if (offsets != null) {
      offsets.complaints().forEach(complaint -> faults.add("I7 " + complaint));
      offsets.close();
      offsets = null;
    }
  }

  private long noise() {
    return services.stream().mapToLong(Service::noise).sum();
  }
}
