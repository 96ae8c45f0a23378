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
import java.util.Random;
import org.junit.jupiter.api.Tag;
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
    int loans = 100;
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
    int rounds = 20;
    Random random = new Random(EventCorpus.seed());
    run.given(
        EventCorpus.generate(
            EventCorpus.seed(), rounds * 1_000, DatabaseScenarios.shape().withPartitions(6)));
    run.stage().brokerNet().delay(Duration.ofMillis(300));
    run.start(Map.of()).awaitReady();
    Service second = run.start(Map.of()).awaitReady();
    run.faultBegins();
    for (int round = 0; round < rounds; round++) {
      run.send(round * 1_000, (round + 1) * 1_000);
      run.hold(Duration.ofSeconds(20));
      if (!second.process().isAlive()) {
        second.restart();
      } else if (random.nextInt(2) == 0) {
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
    Service first = slowBatches(run);
    run.faultBegins();
    for (int end = 1; end <= 10; end++) {
      run.awaitShare(end * 0.08);
      first.terminate();
      assertThat(first.process().output()).doesNotContain("pool closed", "Pool is closed");
      first.restart();
    }
    run.faultEnds();
    run.awaitRest(Duration.ofMinutes(3));
  }

  @Scenario(id = "A37b", fault = "killed 10 times in the middle of slow batches")
  void killsLoseNothing(Run run) {
    Service first = slowBatches(run);
    run.faultBegins();
    for (int end = 1; end <= 10; end++) {
      run.awaitShare(end * 0.08);
      first.kill();
      first.restart();
    }
    run.faultEnds();
    run.awaitRest(Duration.ofMinutes(3));
  }

  @Scenario(id = "A42", fault = "an instance joins and leaves every 15 s, commits take 4 s")
  void probesStayCalmWhileMembersComeAndGo(Run run) {
    int changes = 10;
    Script script = new Script(Stage.TOPICS.loan(), 3);
    for (int loan = 0; loan < 30; loan++) {
      script.accepted(0, Draft.of(script.event(CREATED, "slow-" + loan)), APPLIED);
    }
    for (int loan = 0; loan < 300; loan++) {
      script.life(1 + loan % 2, "A42-" + loan);
    }
    run.given(script.corpus());
    Service first = run.start(Run.SMALL_BATCHES).awaitReady();
    new SqlFaults(run)
        .slowAtCommit(INSERT, "outbox", "NEW.aggregate_id LIKE 'slow-%'", Duration.ofSeconds(4));
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
    run.faultEnds();
    run.awaitRest(Duration.ofMinutes(3));
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
    Service second = null;
    for (int round = 1; round <= 3; round++) {
      run.awaitApplied(500L * round);
      if (second == null) {
        second = run.start(settings);
      } else {
        second.restart();
      }
      second.awaitReady();
      run.hold(Duration.ofSeconds(10));
      second.terminate();
    }
    run.faultEnds();
    run.awaitRest(Duration.ofMinutes(3));
  }

  private static Service slowBatches(Run run) {
    run.given(Script.lives(Stage.TOPICS.loan(), 3, 500).corpus());
    Service first = run.start(Run.SMALL_BATCHES).awaitReady();
    run.start(Run.SMALL_BATCHES).awaitReady();
    new SqlFaults(run).slowAtCommit(INSERT, "outbox", "NEW.id % 50 = 0", Duration.ofSeconds(2));
    run.send();
    return first;
  }
}
