package org.libraryd.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.libraryd.fault.SqlFaults.ALWAYS;
import static org.libraryd.fault.SqlFaults.Change.INSERT;
import static org.libraryd.fault.SqlFaults.Change.UPDATE;
import static org.libraryd.model.Kind.APPROVED;
import static org.libraryd.model.Kind.CREATED;
import static org.libraryd.model.Verdict.APPLIED;

import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.libraryd.fault.SqlFaults.Fault;
import org.libraryd.model.CorpusShape;
import org.libraryd.model.Draft;
import org.libraryd.model.EventCorpus;
import org.libraryd.model.Script;

/** A database that is away, slow, full of locks, or refuses what it is given. */
@Tag("faults")
class DatabaseScenarios {

  @Scenario(id = "A20", fault = "poison first, in the middle, and 50 in a row")
  void poisonDoesNotHoldItsBatch(Run run) {
    Script script = new Script(Stage.TOPICS.loan(), 3);
    poison(script, 1);
    for (int i = 0; i < 50; i++) {
      poison(script, 2);
    }
    for (int i = 0; i < 148; i++) {
      if (i == 80) {
        poison(script, 0);
      }
      for (int partition = 0; partition < 3; partition++) {
        script.sentinel(partition);
      }
    }
    run.given(script.corpus());
    run.migrate();
    Fault attempts = new SqlFaults(run).count(INSERT, "consumed_event", "true");
    run.send();

    run.start(Map.of("MP_MESSAGING_INCOMING_LIFECYCLE_MAX_POLL_RECORDS", "500"));
    run.awaitRest(Duration.ofSeconds(60));

    assertThat(attempts.strikes()).isLessThanOrEqualTo(2 * 3 * 148);
  }

  @Scenario(id = "A21", fault = "PostgreSQL stopped for 90 s at 40 %")
  void anOutageLosesNothing(Run run) {
    run.given(EventCorpus.generate(EventCorpus.seed(), 1_000, shape()));
    Service service = run.start(Run.SMALL_BATCHES).awaitReady();
    run.send();
    run.awaitShare(0.4);

    run.faultBegins();
    run.stage().database().stop();
    service.awaitReadiness(false);
    run.hold(Duration.ofSeconds(90));
    run.stage().database().restart();
    run.faultEnds();

    run.awaitRest();
    service.awaitReadiness(true);
  }

  @Scenario(id = "A23", fault = "40001, 40P01, 40001 at COMMIT; 40001 for ever for one loan")
  void whatPassesIsTriedAgainAndWhatDoesNotStaysAlone(Run run) {
    Script script = new Script(Stage.TOPICS.loan(), 1);
    for (int loan = 0; loan < 20; loan++) {
      script.accepted(0, Draft.of(script.event(CREATED, "A23-" + loan)), APPLIED);
    }
    for (int loan = 1; loan < 20; loan++) {
      script.accepted(0, Draft.of(script.event(APPROVED, "A23-" + loan)), APPLIED);
    }
    script.doomed(0, Draft.of(script.event(APPROVED, "A23-0")), "stuck");
    for (int loan = 1; loan < 20; loan++) {
      script.sentinel(0);
    }
    run.given(script.corpus());
    run.start(Map.of("LIBRARYD_INTAKE_STUCK_AFTER", "10s")).awaitReady();
    run.send(0, 20);
    run.awaitApplied(20);

    SqlFaults faults = new SqlFaults(run);
    Fault update = faults.refuse(UPDATE, "loan", "NEW.loan_id = 'A23-1'", "40001", 3);
    Fault insert = faults.refuse(INSERT, "outbox", "NEW.aggregate_id = 'A23-2'", "40P01", 3);
    Fault commit =
        faults.refuseAtCommit(INSERT, "outbox", "NEW.aggregate_id = 'A23-3'", "40001", 2);
    faults.refuse(UPDATE, "loan", "NEW.loan_id = 'A23-0'", "40001", ALWAYS);
    run.send(20, 39);
    run.awaitApplied(39);
    run.send(39, script.length());
    run.awaitRest();

    assertThat(update.strikes()).isGreaterThan(3);
    assertThat(insert.strikes()).isGreaterThan(3);
    assertThat(commit.strikes()).isGreaterThan(2);
  }

  @Scenario(id = "A24", fault = "two loans locked for 30 s, two connections")
  void lockedLoansHoldBackAndBreakNothing(Run run) {
    Script script = new Script(Stage.TOPICS.loan(), 3);
    script.accepted(0, Draft.of(script.event(CREATED, "A24-0")), APPLIED);
    script.accepted(1, Draft.of(script.event(CREATED, "A24-1")), APPLIED);
    script.accepted(0, Draft.of(script.event(APPROVED, "A24-0")), APPLIED);
    script.accepted(1, Draft.of(script.event(APPROVED, "A24-1")), APPLIED);
    for (int loan = 2; loan < 68; loan++) {
      script.life(loan % 3, "A24-" + loan);
    }
    run.given(script.corpus());
    run.start(
            Map.of(
                "QUARKUS_DATASOURCE_JDBC_MAX_SIZE", "2",
                "QUARKUS_DATASOURCE_JDBC_ACQUISITION_TIMEOUT", "2S"))
        .awaitReady();
    run.send(0, 2);
    run.awaitApplied(2);

    run.faultBegins();
    try (RowLock lock = RowLock.onLoans(run, "A24-0", "A24-1")) {
      run.send(2, script.length());
      lock.awaitWaiting(1);
      run.hold(Duration.ofSeconds(30));
    }
    run.faultEnds();
    run.awaitRest(Duration.ofSeconds(30));
  }

  @Scenario(id = "A35", fault = "23514 on every tenth update")
  void whatTheDatabaseRefusesIsRejectedAlone(Run run) {
    Script script = new Script(Stage.TOPICS.loan(), 3);
    for (int loan = 0; loan < 100; loan++) {
      script.accepted(loan % 3, Draft.of(script.event(CREATED, "A35-" + loan)), APPLIED);
    }
    for (int loan = 0; loan < 100; loan++) {
      Draft approved = Draft.of(script.event(APPROVED, "A35-" + loan));
      if (loan % 10 == 0) {
        script.doomed(loan % 3, approved, "data-error");
      } else {
        script.accepted(loan % 3, approved, APPLIED);
      }
    }
    script.sentinel(0).sentinel(1).sentinel(2);
    run.given(script.corpus());
    Service service = run.start(Map.of()).awaitReady();
    run.send(0, 100);
    run.awaitApplied(100);

    new SqlFaults(run).refuse(UPDATE, "loan", "NEW.loan_id LIKE 'A35-%0'", "23514", ALWAYS);
    run.faultBegins();
    run.send(100, 200);
    run.awaitApplied(190);
    run.hold(Duration.ofSeconds(60));
    // A thread that is asked in a short wait is not asked in it again.
    await("no thread waits for ever")
        .untilAsserted(() -> assertThat(service.stuckThreads()).isEmpty());
    run.faultEnds();
    run.send(200, script.length());
    run.awaitRest();
  }

  static CorpusShape shape() {
    return CorpusShape.replaySafe(Stage.TOPICS.loan());
  }

  private static void poison(Script script, int partition) {
    script.refused(partition, Draft.of(script.event(CREATED, "x")).value("no JSON"), "malformed");
  }
}
