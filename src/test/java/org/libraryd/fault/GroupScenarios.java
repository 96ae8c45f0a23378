package org.libraryd.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.libraryd.fault.SqlFaults.Change.INSERT;
import static org.libraryd.model.Kind.APPROVED;
import static org.libraryd.model.Kind.CANCELLED;
import static org.libraryd.model.Kind.CREATED;
import static org.libraryd.model.Verdict.APPLIED;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Tag;
import org.libraryd.fault.SqlFaults.Fault;
import org.libraryd.model.CorpusShape;
import org.libraryd.model.Draft;
import org.libraryd.model.EventCorpus;
import org.libraryd.model.Script;
import org.libraryd.model.Verdict;

/** Instances that come and go while there is work. */
@Tag("faults")
class GroupScenarios {

  private static final String ASSIGNOR =
      "MP_MESSAGING_INCOMING_LIFECYCLE_PARTITION_ASSIGNMENT_STRATEGY";

  @Scenario(id = "A01a", fault = "an instance joins and leaves three times, eager assignor")
  void eagerRebalancesHandleNothingTwice(Run run) {
    joinsAndLeaves(run, "org.apache.kafka.clients.consumer.RangeAssignor");
  }

  @Scenario(id = "A01b", fault = "an instance joins and leaves three times, cooperative assignor")
  void cooperativeRebalancesHandleNothingTwice(Run run) {
    joinsAndLeaves(run, "org.apache.kafka.clients.consumer.CooperativeStickyAssignor");
  }

  @Scenario(id = "A19", fault = "approved and cancelled at the same moment", partitions = 2)
  void oneOfTwoWins(Run run) {
    int loans = 200;
    Script before = new Script(Stage.TOPICS.loan(), 2);
    List<Draft> created = new ArrayList<>();
    List<Draft> approved = new ArrayList<>();
    List<Draft> cancelled = new ArrayList<>();
    for (int loan = 0; loan < loans; loan++) {
      created.add(Draft.of(before.event(CREATED, "A19-" + loan)));
      approved.add(Draft.of(before.event(APPROVED, "A19-" + loan)));
      cancelled.add(Draft.of(before.event(CANCELLED, "A19-" + loan)));
    }
    run.start(Map.of());
    run.start(Map.of());
    run.services().forEach(Service::awaitReady);
    run.awaitMembers(2);
    created.forEach(draft -> run.send(draft, 0));
    run.awaitApplied(loans);
    for (int loan = 0; loan < loans; loan++) {
      try (RowLock lock = RowLock.onLoans(run, "A19-" + loan)) {
        run.send(approved.get(loan), 0);
        run.send(cancelled.get(loan), 1);
        lock.awaitWaiting(2);
      }
      run.awaitApplied(loans + loan + 1);
    }

    Script script = new Script(Stage.TOPICS.loan(), 2);
    created.forEach(draft -> script.accepted(0, draft, APPLIED));
    for (int loan = 0; loan < loans; loan++) {
      // Who came first is chance; that the other was refused is not.
      if (run.count(
              "SELECT count(*) FROM loan WHERE status = 'APPROVED' AND loan_id = 'A19-"
                  + loan
                  + "'")
          == 1) {
        script
            .accepted(0, approved.get(loan), APPLIED)
            .accepted(1, cancelled.get(loan), Verdict.rejected("illegal-transition"));
      } else {
        script
            .accepted(1, cancelled.get(loan), APPLIED)
            .accepted(0, approved.get(loan), Verdict.rejected("terminal-state"));
      }
    }
    run.given(script.corpus());
    run.awaitRest();
    assertThat(
            run.count("SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()"))
        .isZero();
  }

  @Scenario(
      id = "A34",
      fault = "joins, leaves and kills under traffic, broker 300 ms away",
      partitions = 6)
  void rebalancesUnderTransactionsCopyEachRecordOnce(Run run) {
    int changes = 20;
    int perSecond = 200;
    int seconds = 20;
    int perChange = perSecond * seconds;
    // A member's notices wait for each other's acknowledgement, 300 ms each: so many want members.
    CorpusShape shape = DatabaseScenarios.shape().withPartitions(6).withMembers(1_000);
    run.given(EventCorpus.generate(EventCorpus.seed(), changes * perChange, shape));
    run.stage().brokerNet().delay(Duration.ofMillis(300));
    run.start(Map.of()).awaitReady();
    Service second = run.start(Map.of()).awaitReady();
    run.faultBegins();
    for (int change = 0; change < changes; change++) {
      for (int tick = 0; tick < seconds; tick++) {
        int from = change * perChange + tick * perSecond;
        run.send(from, from + perSecond);
        run.hold(Duration.ofSeconds(1));
      }
      if (!second.process().isAlive()) {
        second.restart();
      } else if (change % 4 == 0) {
        second.kill();
      } else {
        second.terminate();
      }
    }
    run.faultEnds();
    run.awaitRest();
  }

  @Scenario(id = "A37a", fault = "ended 10 times in the middle of slow batches")
  void endsFinishWhatIsBeingWritten(Run run) {
    endedInSlowBatches(
        run,
        service -> {
          service.terminate();
          assertThat(service.process().output()).doesNotContain("pool closed", "Pool is closed");
        });
  }

  @Scenario(id = "A37b", fault = "killed 10 times in the middle of slow batches")
  void killsLoseNothing(Run run) {
    endedInSlowBatches(run, Service::kill);
  }

  @Scenario(id = "A42", fault = "an instance joins and leaves every 15 s, commits take 4 s")
  void probesStayCalmWhileMembersComeAndGo(Run run) {
    int changes = 20;
    Script script = new Script(Stage.TOPICS.loan(), 3);
    for (int loan = 0; loan < 30; loan++) {
      script.accepted(0, Draft.of(script.event(CREATED, "slow-" + loan)), APPLIED);
    }
    for (int loan = 0; loan < 300; loan++) {
      script.life(1 + loan % 2, "A42-" + loan);
    }
    run.given(script.corpus());
    Service first = run.start(Run.SMALL_BATCHES).awaitReady();
    Fault slow =
        new SqlFaults(run)
            .slowAtCommit(
                INSERT, "outbox", "NEW.aggregate_id LIKE 'slow-%'", Duration.ofSeconds(4));
    Service second = run.start(Run.SMALL_BATCHES).awaitReady();
    run.faultBegins();
    run.send();
    for (int change = 0; change < changes; change++) {
      run.hold(Duration.ofSeconds(15));
      if (second.process().isAlive()) {
        second.terminate();
      } else {
        second.restart();
      }
    }
    slow.remove();
    run.faultEnds();
    run.awaitRest();
    second.awaitReady();
    assertThat(first.health().changes()).isLessThanOrEqualTo(changes);
  }

  private static void joinsAndLeaves(Run run, String assignor) {
    Map<String, String> settings = new HashMap<>(Run.SMALL_BATCHES);
    settings.put(ASSIGNOR, assignor);
    run.given(Script.lives(Stage.TOPICS.loan(), 3, 1_000).corpus());
    run.stage().databaseNet().delay(Duration.ofMillis(20));
    run.start(settings).awaitReady();
    run.send();
    run.faultBegins();
    run.awaitApplied(500);
    Service second = run.start(settings);
    for (int join = 1; join <= 3; join++) {
      if (join > 1) {
        run.awaitApplied(500L * join);
        second.restart();
      }
      second.awaitReady();
      run.faultEnds();
      run.hold(Duration.ofSeconds(10));
      second.terminate();
    }
    run.awaitRest();
  }

  private static void endedInSlowBatches(Run run, Consumer<Service> end) {
    run.given(Script.lives(Stage.TOPICS.loan(), 3, 1_667).corpus());
    Service first = run.start(Run.SMALL_BATCHES).awaitReady();
    run.start(Run.SMALL_BATCHES).awaitReady();
    Fault slow =
        new SqlFaults(run).slowAtCommit(INSERT, "outbox", "NEW.id % 50 = 0", Duration.ofSeconds(2));
    run.send();
    run.faultBegins();
    for (int times = 1; times <= 10; times++) {
      run.awaitShare(times * 0.08);
      end.accept(first);
      first.restart();
    }
    slow.remove();
    run.faultEnds();
    run.awaitRest();
    first.awaitReady();
  }
}
