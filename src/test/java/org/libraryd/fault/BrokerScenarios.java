package org.libraryd.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.libraryd.model.Kind.CREATED;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.libraryd.model.Draft;
import org.libraryd.model.EventCorpus;
import org.libraryd.model.Script;
import org.libraryd.model.Verdict;
import org.libraryd.support.TcpProxy.Direction;

/** A broker that is away, silent or unknown, and topics that are missing or too small. */
@Tag("faults")
class BrokerScenarios {

  private static final Duration TWO_MINUTES = Duration.ofMinutes(2);

  @Scenario(id = "A25", fault = "broker frozen for 3 min before a backlog")
  void aBacklogWaitsForTheBroker(Run run) {
    run.given(Script.lives(Stage.TOPICS.loan(), 3, 1_700).corpus());
    Service service = run.start(Map.of()).awaitReady();
    RowLock relays = RowLock.onRelays(run);
    run.send();
    run.awaitApplied(5_100);
    run.awaitCommitted();
    run.faultBegins();
    run.stage().broker().pause();
    relays.close();
    run.hold(Duration.ofMinutes(3));
    assertThat(run.count("SELECT count(*) FROM outbox WHERE published")).isZero();
    assertThat(service.health().isReady()).isFalse();
    run.stage().broker().resume();
    run.faultEnds();

    run.awaitRest(TWO_MINUTES);
    service.awaitReadiness(true);
  }

  @Scenario(id = "A26a", fault = "broker's name unknown at the start")
  void anUnknownBrokerIsWaitedFor(Run run) throws IOException {
    Path hosts = Files.createTempFile(Path.of("target"), "hosts", "");
    String address = run.stage().broker().proxiedBootstrap().replace("127.0.0.1", "broker.test");
    startsBeforeItsBroker(
        run,
        Map.of(
            "KAFKA_BOOTSTRAP_SERVERS",
            address,
            "JAVA_TOOL_OPTIONS",
            "-Djdk.net.hosts.file=" + hosts),
        () -> write(hosts, "127.0.0.1 broker.test\n"));
  }

  @Scenario(id = "A26b", fault = "broker refuses connections at the start")
  void aClosedBrokerIsWaitedFor(Run run) {
    run.stage().brokerNet().refuse();
    startsBeforeItsBroker(run, Map.of(), () -> run.stage().brokerNet().heal());
  }

  @Scenario(id = "A26c", fault = "broker silent at the start")
  void aSilentBrokerIsWaitedFor(Run run) {
    run.stage().brokerNet().clog(Direction.TO_SERVER, Direction.TO_CLIENT);
    startsBeforeItsBroker(run, Map.of(), () -> run.stage().brokerNet().heal());
  }

  @Scenario(id = "A30a", fault = "loan topic missing at the start")
  void aMissingSourceIsNamedAndWaitedFor(Run run) {
    missing(run, Stage.TOPICS.loan(), true);
  }

  @Scenario(id = "A30b", fault = "changed topic missing for 2 min")
  void aMissingTargetIsNamedAndWaitedFor(Run run) {
    missing(run, Stage.TOPICS.changed(), false);
  }

  @Scenario(id = "A30c", fault = "audit topic missing for 2 min")
  void aMissingAuditTopicIsNamedAndWaitedFor(Run run) {
    missing(run, Stage.TOPICS.audit(), false);
  }

  @Scenario(id = "A30d", fault = "dead letter topic missing for 2 min")
  void aMissingDeadLetterTopicIsNamedAndWaitedFor(Run run) {
    missing(run, Stage.TOPICS.deadLetter(), false);
  }

  @Scenario(id = "A36", fault = "somebody's transaction open for 3 min")
  void anOpenTransactionHoldsItsPartitionOnly(Run run) throws Exception {
    Script script = new Script(Stage.TOPICS.loan(), 3);
    Draft aborted = Draft.of(script.event(CREATED, "A36-aborted"));
    script.skip(0, 1);
    for (int loan = 0; loan < 100; loan++) {
      Draft created = Draft.of(script.event(CREATED, "A36-" + loan));
      script.accepted(loan % 3, created, Verdict.APPLIED);
    }
    script.skip(0, 1).sentinel(0);
    run.given(script.corpus());
    Service service = run.start(Map.of()).awaitReady();

    run.faultBegins();
    OpenTransaction open =
        OpenTransaction.with(run.stage().broker().bootstrap(), aborted.on(Stage.TOPICS.loan(), 0));
    run.send(0, 100);
    run.awaitApplied(66);
    run.hold(Duration.ofMinutes(3));
    assertThat(run.applied()).isEqualTo(66);
    await("the held partition is counted")
        .atMost(Duration.ofSeconds(60))
        .until(() -> service.metrics().sum("libraryd_held_partitions") == 1);
    assertThat(service.process().get("/q/health/ready").body())
        .contains("behind-open-transaction", Stage.TOPICS.loan() + "-0@");
    assertThat(service.health().isReady()).isTrue();
    open.close();
    run.faultEnds();
    run.send(100, 101);
    run.awaitRest(Duration.ofSeconds(30));
    assertThat(service.process().isAlive()).isTrue();
  }

  @Scenario(id = "A45a", fault = "dead letter topic of one partition")
  void aSmallerDeadLetterTopicWorks(Run run) {
    run.stage().recreate(Stage.TOPICS.deadLetter(), 1, Map.of());
    run.given(poisonOnTwo().corpus());
    run.start(Map.of()).awaitReady();
    run.send();
    run.awaitRest();
  }

  @Scenario(id = "A45b", fault = "dead letter topic takes 1 KiB for 2 min, the record has 8")
  void aDeadLetterThatDoesNotFitWaits(Run run) {
    run.stage().recreate(Stage.TOPICS.deadLetter(), 3, Map.of("max.message.bytes", "1024"));
    run.given(poisonOnTwo().corpus());
    run.start(Map.of("MP_MESSAGING_OUTGOING_RELAY_BATCH_SIZE", "1024")).awaitReady();
    run.faultBegins();
    run.send();
    run.awaitApplied(66);
    await("it is set aside")
        .atMost(Duration.ofSeconds(60))
        .until(() -> run.count("SELECT count(*) FROM outbox WHERE quarantined_reason <> ''") == 1);
    run.hold(TWO_MINUTES);
    run.stage().configure(Stage.TOPICS.deadLetter(), "max.message.bytes", "1048588");
    run.faultEnds();
    run.awaitRest();
  }

  static Script poisonOnTwo() {
    Script script = new Script(Stage.TOPICS.loan(), 3);
    Draft poison = Draft.of(script.event(CREATED, "A45-x")).value(incompressible());
    script.refused(2, poison, "malformed");
    for (int loan = 0; loan < 66; loan++) {
      script.accepted(loan % 3, Draft.of(script.event(CREATED, "A45-" + loan)), Verdict.APPLIED);
    }
    return script;
  }

  private static void startsBeforeItsBroker(
      Run run, Map<String, String> settings, Runnable repair) {
    run.given(EventCorpus.generate(EventCorpus.seed(), 300, DatabaseScenarios.shape()));
    run.send();
    run.faultBegins();
    Service service = run.start(settings);
    run.hold(TWO_MINUTES);
    assertThat(service.process().isAlive()).isTrue();
    assertThat(service.health().isReady()).isFalse();
    assertThat(service.process().output()).contains("Waiting for the broker");
    repair.run();
    run.faultEnds();
    run.awaitRest();
    service.awaitReadiness(true);
  }

  private static void missing(Run run, String topic, boolean atTheStart) {
    run.given(EventCorpus.generate(EventCorpus.seed(), 300, DatabaseScenarios.shape()));
    Service service;
    run.faultBegins();
    if (atTheStart) {
      run.stage().delete(topic);
      service = run.start(Map.of());
    } else {
      service = run.start(Map.of()).awaitReady();
      run.stage().delete(topic);
      run.send();
    }
    run.hold(TWO_MINUTES);
    assertThat(run.stage().topics()).doesNotContain(topic);
    assertThat(service.process().output()).contains(topic);
    run.stage().recreate(topic, 3, Map.of());
    run.faultEnds();
    if (atTheStart) {
      run.send();
    }
    run.awaitRest();
    service.awaitReadiness(true);
  }

  /** Eight KiB that stay eight KiB on their way. */
  private static byte[] incompressible() {
    byte[] bytes = new byte[8_192];
    new Random(45).nextBytes(bytes);
    return bytes;
  }

  private static void write(Path file, String text) {
    try {
      Files.writeString(file, text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
