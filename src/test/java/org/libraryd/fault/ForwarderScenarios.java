package org.libraryd.fault;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.libraryd.model.EventCorpus;

/** Transactions of the audit forwarder that are fenced, timed out, moved or shared. */
@Tag("faults")
class ForwarderScenarios {

  static final String ID = "libraryd-loan-tx-1";

  /** A frozen process need not be waited for longer than the scenario has time. */
  private static final Map<String, String> SHORT_TRANSACTIONS =
      Map.of(
          "MP_MESSAGING_OUTGOING_AUDIT_TRANSACTION_TIMEOUT_MS", "10000",
          "MP_MESSAGING_OUTGOING_AUDIT_DELIVERY_TIMEOUT_MS", "5000");

  @Scenario(id = "A32", fault = "fenced five times by a stranger with its id")
  void aFencedForwarderGoesOn(Run run) {
    run.given(EventCorpus.generate(EventCorpus.seed(), 2_000, DatabaseScenarios.shape()));
    run.start(Run.SMALL_BATCHES).awaitReady();
    fenceFiveTimes(run);
    run.awaitRest();
  }

  @Scenario(id = "A33", fault = "frozen for 30 s three times, transactions time out after 10 s")
  void aTimedOutTransactionIsNotSeenAndNotSkipped(Run run) {
    run.given(EventCorpus.generate(EventCorpus.seed(), 2_100, DatabaseScenarios.shape()));
    Service service = run.start(shortTransactions()).awaitReady();
    run.faultBegins();
    freezeThreeTimes(run, service);
    run.faultEnds();
    run.awaitRest();
  }

  @Scenario(
      id = "F1",
      fault = "three instances, one after the other ended or killed",
      partitions = 6)
  void noCommitIsLostWhenPartitionsMove(Run run) {
    int rounds = 6;
    run.given(
        EventCorpus.generate(
            EventCorpus.seed(), rounds * 500, DatabaseScenarios.shape().withPartitions(6)));
    for (int instance = 0; instance < 3; instance++) {
      run.start(Run.SMALL_BATCHES);
    }
    run.services().forEach(Service::awaitReady);
    run.faultBegins();
    for (int round = 0; round < rounds; round++) {
      Service one = run.services().get(round % 3);
      run.send(round * 500, (round + 1) * 500);
      run.awaitCopied(round * 500 + 100);
      if (round < 3) {
        one.terminate();
      } else {
        one.kill();
      }
      run.hold(Duration.ofSeconds(3));
      one.restart();
      one.awaitReady();
    }
    run.faultEnds();
    run.awaitRest();
  }

  @Scenario(id = "F2", fault = "one of two instances fenced five times")
  void aFencedForwarderOfTwoGoesOn(Run run) {
    run.given(EventCorpus.generate(EventCorpus.seed(), 2_000, DatabaseScenarios.shape()));
    run.start(Run.SMALL_BATCHES);
    run.start(Run.SMALL_BATCHES);
    run.services().forEach(Service::awaitReady);
    fenceFiveTimes(run);
    run.awaitRest();
  }

  @Scenario(id = "F3", fault = "one of two instances frozen for 30 s three times")
  void theOtherTakesOverFromAFrozenForwarder(Run run) {
    run.given(EventCorpus.generate(EventCorpus.seed(), 2_100, DatabaseScenarios.shape()));
    Service first = run.start(shortTransactions());
    run.start(shortTransactions());
    run.services().forEach(Service::awaitReady);
    run.faultBegins();
    freezeThreeTimes(run, first);
    run.faultEnds();
    run.awaitRest();
  }

  @Scenario(id = "F4", fault = "two instances under one transactional id, then one of them")
  void twoUnderOneIdCopyNothingTwice(Run run) {
    run.given(EventCorpus.generate(EventCorpus.seed(), 2_000, DatabaseScenarios.shape()));
    Map<String, String> settings = new HashMap<>(Run.SMALL_BATCHES);
    settings.put("LIBRARYD_INSTANCE", "1");
    run.start(settings).awaitReady();
    Service second = run.start(settings).awaitReady();
    run.faultBegins();
    run.send(0, 1_000);
    run.hold(Duration.ofSeconds(30));
    second.terminate();
    run.faultEnds();
    run.send(1_000, 2_000);
    run.awaitRest();
    assertThat(run.services().get(0).process().isAlive()).isTrue();
  }

  private static void fenceFiveTimes(Run run) {
    run.faultBegins();
    for (int time = 0; time < 5; time++) {
      run.send(time * 400, (time + 1) * 400);
      run.awaitCopied(time * 400 + 50);
      OpenTransaction.fence(run.stage().broker().bootstrap(), ID);
      run.hold(Duration.ofSeconds(10));
    }
    run.faultEnds();
  }

  private static void freezeThreeTimes(Run run, Service service) {
    for (int time = 0; time < 3; time++) {
      run.send(time * 700, (time + 1) * 700);
      run.awaitCopied(time * 700 + 50);
      service.freeze();
      run.hold(Duration.ofSeconds(30));
      service.thaw();
    }
  }

  private static Map<String, String> shortTransactions() {
    Map<String, String> settings = new HashMap<>(Run.SMALL_BATCHES);
    settings.putAll(SHORT_TRANSACTIONS);
    return settings;
  }
}
