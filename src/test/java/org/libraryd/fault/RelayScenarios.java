package org.libraryd.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.libraryd.fault.SqlFaults.Change.INSERT;
import static org.libraryd.fault.SqlFaults.Change.UPDATE;
import static org.libraryd.model.Kind.APPROVED;
import static org.libraryd.model.Kind.CREATED;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.libraryd.fault.SqlFaults.Fault;
import org.libraryd.model.Draft;
import org.libraryd.model.Script;
import org.libraryd.model.Verdict;

/** The relay killed, in the company of others, and with rows that cannot go. */
@Tag("faults")
class RelayScenarios {

  private static final int KILLS = 20;

  @Scenario(id = "A27a", fault = "killed 20 times between send and mark, one row a round")
  void rowsSentOneByOneSurviveKills(Run run) {
    killedBeforeTheMark(run, "1");
  }

  @Scenario(id = "A27b", fault = "killed 20 times between send and mark, 100 rows a round")
  void rowsSentTogetherSurviveKills(Run run) {
    killedBeforeTheMark(run, "100");
  }

  @Scenario(id = "A28a", fault = "two relays, 10,000 rows")
  void twoRelaysSendEachRowOnce(Run run) {
    together(run, 2);
    run.expectNoRepeats();
    run.awaitRest();
    assertThat(run.count(DEADLOCKS)).isZero();
  }

  @Scenario(id = "A28b", fault = "four relays, 10,000 rows, one killed on the way")
  void fourRelaysAreThreeAfterAKill(Run run) {
    together(run, 4);
    run.faultBegins();
    long enough = run.progress().written(Stage.TOPICS.changed()) + 1_000;
    await("it is busy")
        .pollInterval(Duration.ofMillis(5))
        .until(() -> run.progress().written(Stage.TOPICS.changed()) >= enough);
    run.services().get(0).kill();
    run.faultEnds();
    run.awaitRest();
    assertThat(run.count(DEADLOCKS)).isZero();
  }

  @Scenario(id = "A29", fault = "a row larger than its topic takes")
  void aRowThatDoesNotFitHoldsItsLaneOnly(Run run) {
    run.given(new Script(Stage.TOPICS.loan(), 3).sentinel(0).corpus());
    ExtraRows rows = new ExtraRows(run, Map.of("max.message.bytes", "2048"));
    run.migrate();
    rows.add("before", 5, 100);
    rows.add("X", 1, 8_192);
    rows.add("after", 5, 100);
    rows.add("X", 1, 100);
    run.send();

    run.start(
            Map.of(
                "MP_MESSAGING_OUTGOING_RELAY_BATCH_SIZE", "1024",
                "LIBRARYD_OUTBOX_REVIEW_INTERVAL", "5s"))
        .awaitReady();
    run.faultBegins();
    rows.awaitSent(10, Duration.ofSeconds(10));
    await("it is set aside")
        .atMost(Duration.ofSeconds(60))
        .until(() -> run.services().get(0).metrics().sum("libraryd_outbox_quarantined") == 1);
    assertThat(rows.sent("X")).isEmpty();

    run.stage().configure(ExtraRows.TOPIC, "max.message.bytes", "1048588");
    run.faultEnds();
    run.awaitRest();
    assertThat(rows.sent("X")).containsExactly("extra-1-1", "extra-3-1");
  }

  @Scenario(id = "A40", fault = "a commit of 5 s, 50 gaps, and a copy of the database")
  void rowsThatBecomeVisibleLateAreSent(Run run) {
    Script script = new Script(Stage.TOPICS.loan(), 3);
    script.accepted(0, Draft.of(script.event(CREATED, "L-SLOW")), Verdict.APPLIED);
    for (int loan = 0; loan < 20; loan++) {
      Draft fast = Draft.of(script.event(CREATED, "A40-" + loan));
      script.accepted(1 + loan % 2, fast, Verdict.APPLIED);
    }
    for (int loan = 0; loan < 20; loan++) {
      Draft fast = Draft.of(script.event(APPROVED, "A40-" + loan));
      script.accepted(1 + loan % 2, fast, Verdict.APPLIED);
    }
    script.sentinel(0).sentinel(1).sentinel(2);
    run.given(script.corpus());
    // One batch is one transaction: the slow one needs an intake of its own.
    run.start(Map.of()).awaitReady();
    run.start(Map.of()).awaitReady();
    run.awaitMembers(2);
    Fault slow =
        new SqlFaults(run)
            .slowAtCommit(INSERT, "outbox", "NEW.aggregate_id = 'L-SLOW'", Duration.ofSeconds(5));

    run.faultBegins();
    run.send(0, 1);
    await("its ids are taken").until(() -> slow.strikes() > 0);
    run.send(1, 21);
    run.awaitApplied(20);
    run.count("SELECT max(nextval('outbox_id_seq')) FROM generate_series(1, 50)");
    run.send(21, 41);
    run.awaitApplied(41);
    run.faultEnds();
    await("all are on the topic")
        .atMost(Duration.ofSeconds(10))
        .until(() -> run.progress().written(Stage.TOPICS.changed()) >= 41);

    run.awaitCommitted();
    run.services().forEach(Service::terminate);
    run.moveToCopy();
    run.send(41, 44);
    run.start(Map.of());
    run.awaitRest();
  }

  static final String DEADLOCKS =
      "SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()";

  private static void killedBeforeTheMark(Run run, String rowsPerRound) {
    int loans = 10;
    Script script = new Script(Stage.TOPICS.loan(), 3);
    for (int part = 0; part < KILLS; part++) {
      for (int loan = 0; loan < loans; loan++) {
        script.life(loan % 3, "A27-" + part + "-" + loan);
      }
    }
    run.given(script.corpus());
    Service service = run.start(Map.of("LIBRARYD_RELAY_ROWS_PER_ROUND", rowsPerRound)).awaitReady();
    SqlFaults faults = new SqlFaults(run);
    run.faultBegins();
    for (int part = 0; part < KILLS; part++) {
      Fault slow = faults.slow(UPDATE, "outbox", "NEW.published", Duration.ofSeconds(10));
      long before = run.progress().written(Stage.TOPICS.changed());
      run.send(part * 3 * loans, (part + 1) * 3 * loans);
      await("a row is sent")
          .atMost(Duration.ofSeconds(60))
          .pollInterval(Duration.ofMillis(5))
          .until(() -> run.progress().written(Stage.TOPICS.changed()) > before);
      service.kill();
      run.terminateSessions();
      slow.remove();
      service.restart();
      long applied = 3L * loans * (part + 1);
      run.awaitApplied(applied);
      await("all rows are sent")
          .atMost(Duration.ofSeconds(60))
          .until(() -> run.count("SELECT count(*) FROM outbox WHERE NOT published") == 0);
    }
    run.faultEnds();
    run.awaitRest();
  }

  /** Builds a backlog, starts the others, and lets all of them at it at once. */
  private static void together(Run run, int relays) {
    run.given(Script.lives(Stage.TOPICS.loan(), 3, 3_400).corpus());
    Map<String, String> settings = Map.of("LIBRARYD_RELAY_INTERVAL", "200ms");
    run.start(settings).awaitReady();
    RowLock backlog = RowLock.onRelays(run);
    run.send();
    run.awaitApplied(10_200);
    for (int relay = 1; relay < relays; relay++) {
      run.start(settings);
    }
    List.copyOf(run.services()).forEach(Service::awaitReady);
    run.awaitMembers(relays);
    backlog.close();
  }
}
