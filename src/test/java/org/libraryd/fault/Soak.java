package org.libraryd.fault;

import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Locale;
import java.util.Map;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.libraryd.model.CorpusShape;
import org.libraryd.model.EventCorpus;

/**
 * Two instances under even traffic meet one fault after another, for as long as {@code -Dsoak=}
 * says; at the end all invariants hold.
 */
@Tag("soak")
class Soak {

  private static final int INSTANCES = 2;
  private static final int MEMBERS = 1_000;

  /** So many failures of a probe in a row it takes until an orchestrator restarts, by default. */
  private static final int PATIENCE = 3;

  /** The database's own log would bury ours; the logger has to be kept or forgets its level. */
  private static final Logger DATABASE_LOG = Logger.getLogger("io.zonky.test.db.postgres");

  /** No soak is so long that an event may expire. */
  private static final Map<String, String> SETTINGS = Map.of("LIBRARYD_PARKING_TIMEOUT", "10d");

  private final SoakPlan plan =
      new SoakPlan(
          EventCorpus.seed(),
          Duration.parse("PT" + System.getProperty("soak", "5m").toUpperCase(Locale.ROOT)));
  private final SoakReport report = new SoakReport(plan);

  @Test
  void nothingIsLostAndNothingDoubledWhateverGoesWrong() {
    DATABASE_LOG.setLevel(Level.OFF);
    try (Stage stage = new Stage()) {
      stage.clear(SoakPlan.PARTITIONS, Map.of());
      try (Run run = new Run(stage, stage.newStore(), "soak", plan.toString())) {
        Throwable failure = null;
        try {
          soak(run);
        } catch (Throwable e) {
          failure = e;
          throw e;
        } finally {
          report.write(run, run.judge(failure));
        }
        run.requireFaultless();
      }
    }
  }

  private void soak(Run run) {
    CorpusShape shape =
        CorpusShape.replaySafe(Stage.TOPICS.loan())
            .withPartitions(SoakPlan.PARTITIONS)
            .withMembers(MEMBERS);
    run.given(EventCorpus.generate(plan.seed(), plan.records(), shape, plan.gaps()));
    for (int instance = 0; instance < INSTANCES; instance++) {
      run.start(SETTINGS);
    }
    run.expectLateAnswers(PATIENCE);
    run.services().forEach(Service::awaitReady);
    run.awaitMembers(INSTANCES);
    run.faultBegins();
    try (Traffic traffic = new Traffic(run, SoakPlan.RECORDS_PER_SECOND, marks(run))) {
      strikeAll(run, traffic);
      traffic.awaitSent(run.corpus().size());
    }
    run.faultEnds();
    run.awaitRest();
    run.services().forEach(service -> service.awaitReadiness(true));
  }

  private void strikeAll(Run run, Traffic traffic) {
    SqlFaults sql = new SqlFaults(run);
    Iterator<SoakPlan.Entry> next = plan.entries().iterator();
    SoakPlan.Entry entry = next.hasNext() ? next.next() : null;
    while (entry != null) {
      traffic.awaitSent(entry.from());
      long before = noise(run);
      long begin = System.nanoTime();
      entry.fault().strike(new Strike(run, traffic, sql, entry));
      SoakPlan.Entry following = next.hasNext() ? next.next() : null;
      int end = following == null ? run.corpus().size() : following.from();
      boolean calm = entry.calm();
      Duration recovered = Recovery.measure(run, () -> !calm && traffic.sent() >= end);
      if (recovered == null && calm) {
        run.complain(
            "I8 not recovered within 60 s of fault " + entry.number() + ", " + entry.fault());
      }
      double window = Math.max(10, (System.nanoTime() - begin) / 1e9);
      report.add(entry.fault(), recovered, (noise(run) - before) / window);
      entry = following;
    }
  }

  private static long noise(Run run) {
    return run.services().stream().mapToLong(Service::noiseSince).sum();
  }

  /** Opens and ends the transactions of somebody else where the plan has them. */
  private Map<Integer, Runnable> marks(Run run) {
    Map<Integer, Runnable> marks = new HashMap<>();
    for (SoakPlan.Entry entry : plan.entries()) {
      if (entry.fault() == SoakFault.OPEN_TRANSACTION) {
        OpenMark mark = new OpenMark(run, entry.partition());
        marks.put(entry.from(), mark::open);
        marks.put(entry.to(), mark::end);
      }
    }
    return marks;
  }

  /** A transaction that takes one offset when it begins and one when it ends. */
  private static final class OpenMark {
    private final Run run;
    private final int partition;
    private @Nullable OpenTransaction transaction;

    OpenMark(Run run, int partition) {
      this.run = run;
      this.partition = partition;
    }

    void open() {
      byte[] nothing = new byte[0];
      transaction =
          OpenTransaction.with(
              run.stage().broker().bootstrap(),
              new ProducerRecord<>(Stage.TOPICS.loan(), partition, nothing, nothing));
    }

    void end() {
      if (transaction != null) {
        long before = run.progress().written(Stage.TOPICS.loan());
        transaction.close();
        await("the transaction is ended")
            .until(() -> run.progress().written(Stage.TOPICS.loan()) > before);
      }
    }
  }
}
