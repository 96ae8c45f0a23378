package org.libraryd.fault;

import static org.awaitility.Awaitility.await;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.awaitility.core.ConditionTimeoutException;
import org.jspecify.annotations.Nullable;
import org.libraryd.model.CorpusProducer;
import org.libraryd.model.Draft;
import org.libraryd.model.EventCorpus;
import org.libraryd.model.Invariants;
import org.libraryd.model.Invariants.Examination;
import org.libraryd.model.Rest;
import org.libraryd.model.Script;
import org.libraryd.support.LibraryProcess;

/**
 * One scenario on its own ground: empty topics, an empty database, and the services it starts, all
 * of them watched. It ends with every invariant examined.
 */
final class Run extends Ground implements AutoCloseable {

  /** Within this time of a fault's end all must be as if it had never been. */
  static final Duration RECOVERY = Duration.ofSeconds(60);

  /** A fault finds the service between many transactions. */
  static final Map<String, String> SMALL_BATCHES =
      Map.of(
          "MP_MESSAGING_INCOMING_LIFECYCLE_MAX_POLL_RECORDS", "10",
          "MP_MESSAGING_INCOMING_NOTICE_MAX_POLL_RECORDS", "10",
          "MP_MESSAGING_INCOMING_AUDIT_SOURCE_MAX_POLL_RECORDS", "10");

  /** The next member of a group need not wait long for the partitions of a killed one. */
  private static final Map<String, String> SHORT_SESSIONS =
      Map.of(
          "MP_MESSAGING_INCOMING_LIFECYCLE_SESSION_TIMEOUT_MS", "6000",
          "MP_MESSAGING_INCOMING_NOTICE_SESSION_TIMEOUT_MS", "6000",
          "MP_MESSAGING_INCOMING_AUDIT_SOURCE_SESSION_TIMEOUT_MS", "6000");

  private final Timeline time;
  private final CorpusProducer producer;
  private final List<Service> services = new ArrayList<>();
  private final List<String> faults = new ArrayList<>();
  private final List<AutoCloseable> owned = new ArrayList<>();
  private EventCorpus corpus = new Script(Stage.TOPICS.loan(), 1).corpus();
  private boolean repeatsAllowed = true;
  private int stubs;
  private int lateInARow = 1;
  private boolean ended;
  private @Nullable Examination examination;
  private @Nullable OffsetWatch offsets;

  Run(Stage stage, Store store, String id, String fault) {
    super(stage, store);
    this.time = new Timeline(id, store.name(), fault);
    this.producer = new CorpusProducer(stage.broker().bootstrap());
  }

  /** Names the records of this scenario; what is committed is watched from here on. */
  void given(EventCorpus all) {
    corpus = all;
    System.out.println(time.title() + ": " + all);
    watch();
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

  /** Sends a record whose place in the corpus is not known yet. */
  void send(Draft draft, int partition) {
    producer.send(draft.on(Stage.TOPICS.loan(), partition));
  }

  /** Starts one more service. */
  Service start(Map<String, String> settings) {
    return start(LibraryProcess.HEAP_MEBIBYTES, settings);
  }

  /** The same with a heap of its own size. */
  Service start(int heapMebibytes, Map<String, String> settings) {
    Map<String, String> environment = new HashMap<>(SHORT_SESSIONS);
    environment.put("KAFKA_BOOTSTRAP_SERVERS", stage().broker().proxiedBootstrap());
    environment.put("LIBRARYD_INSTANCE", Integer.toString(services.size() + 1));
    environment.putAll(store().environment());
    environment.putAll(settings);
    Service service = Service.start(store().build(), heapMebibytes, environment);
    services.add(service);
    return service;
  }

  List<Service> services() {
    return services;
  }

  /** Waits until this share of the changes is in the database. */
  void awaitShare(double share) {
    long changes = corpus.model().changes().values().stream().mapToLong(List::size).sum();
    awaitApplied((long) (share * changes));
  }

  void faultBegins() {
    services.forEach(Service::countNoise);
    time.faultBegins();
  }

  void faultEnds() {
    time.faultEnds();
  }

  /** So many records do not fit the audit topic. */
  void expectStubs(int count) {
    stubs = count;
  }

  /** Where nothing fails, nothing may be published twice. */
  void expectNoRepeats() {
    repeatsAllowed = false;
  }

  /** Where the machine may be busy for long, an answer may be late, but not so many in a row. */
  void expectLateAnswers(int inARow) {
    lateInARow = inARow;
  }

  /** Waits until all is read, decided and sent, within the recovery time of a fault's end. */
  void awaitRest() {
    awaitRest(time.isFaulty() ? RECOVERY.minus(time.sinceFault()) : STEP);
  }

  void awaitRest(Duration limit) {
    Rest rest = rest();
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

  /** Tells at any time whether there is something left to do. */
  Rest rest() {
    return new Rest(progress(), Stage.TOPICS, corpus.model(), this::unsent);
  }

  /** Lets the intake read all records again; no service may run. */
  void rewindIntake() {
    endWatch();
    rewind();
    watch();
  }

  @Override
  void moveTo(Store other) {
    endWatch();
    super.moveTo(other);
    watch();
  }

  /** Closes something of its own at the end of the scenario. */
  <T extends AutoCloseable> T owns(T resource) {
    owned.add(0, resource);
    return resource;
  }

  @Override
  void moveToCopy() {
    endWatch();
    super.moveToCopy();
    watch();
  }

  /** Looks at how the services behaved, and ends them. */
  void end() {
    if (!ended) {
      ended = true;
      faults.addAll(new Conduct(services, time, lateInARow).faults());
      endWatch();
      services.forEach(Service::terminate);
    }
  }

  /** Ends what still runs, examines what is left, and adds the row of the report. */
  void conclude(@Nullable Throwable failure) {
    Report.add(judge(failure));
    if (failure == null) {
      requireFaultless();
    }
  }

  /** Ends what still runs, examines what is left, and makes the row of the report. */
  Report.Row judge(@Nullable Throwable failure) {
    try {
      if (failure == null) {
        end();
      } else {
        services.forEach(Service::kill);
      }
      Examination found = examine();
      examination = found;
      faults.addAll(found.faults());
      if (!repeatsAllowed && found.figures().repeats() > 0) {
        faults.add("published again without a fault: " + found.figures().repeats());
      }
    } catch (SQLException | RuntimeException e) {
      faults.add("not examined: " + e);
    }
    return time.row(corpus, examination, failure, faults);
  }

  void requireFaultless() {
    if (!faults.isEmpty()) {
      throw new AssertionError(corpus + "\n" + String.join("\n", faults));
    }
  }

  /** Notes something that must not be. */
  void complain(String fault) {
    faults.add(fault);
  }

  List<String> faults() {
    return faults;
  }

  /** Returns what was counted at the end, unless it could not be. */
  @Nullable Examination examination() {
    return examination;
  }

  @Override
  public void close() {
    endWatch();
    services.forEach(Service::close);
    producer.close();
    progress().close();
    for (AutoCloseable resource : owned) {
      try {
        resource.close();
      } catch (Exception e) {
        throw new IllegalStateException(e);
      }
    }
  }

  private Examination examine() throws SQLException {
    try (Connection connection = store().open()) {
      return new Invariants(connection, stage().broker().bootstrap(), Stage.TOPICS)
          .expectingStubs(stubs)
          .examine(corpus);
    }
  }

  private long unsent() {
    return store().isShared()
        ? count("SELECT count(*) FROM outbox WHERE NOT published")
        : services.stream().mapToLong(it -> it.metrics().sum("libraryd_outbox_unsent")).sum();
  }

  private void watch() {
    offsets = new OffsetWatch(stage().broker().bootstrap(), store(), corpus);
  }

  private void endWatch() {
    if (offsets != null) {
      offsets.complaints().forEach(complaint -> faults.add("I7 " + complaint));
      offsets.close();
      offsets = null;
    }
  }

  /** Lines of trouble of the process that printed most. */
  private long noise() {
    return services.stream().mapToLong(Service::noiseSince).max().orElse(0);
  }
}
