package org.libraryd.fault;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.resource.ResourceType;
import org.junit.jupiter.api.Tag;
import org.libraryd.deploy.BrokerUser;
import org.libraryd.deploy.KafkaRights;
import org.libraryd.deploy.KafkaRights.Right;

/** A dead letter that cannot leave for a while, and is kept where it cannot be lost. */
@Tag("faults")
class DeadLetterScenarios {

  private static final String TOPIC = Stage.TOPICS.deadLetter();

  @Scenario(id = "A45c", fault = "dead letter topic missing for 2 min, a bad record")
  void aDeadLetterWaitsForItsTopic(Run run) {
    keptUntilRepair(
        run,
        Map.of(),
        () -> run.stage().delete(TOPIC),
        () -> run.stage().recreate(TOPIC, 3, Map.of()));
  }

  @Scenario(
      id = "A45d",
      fault = "WRITE on the dead letter topic denied for 2 min, a bad record",
      secured = true)
  void aDeadLetterWaitsForItsRight(Run run) {
    BrokerUser user = new BrokerUser(run.stage().broker());
    user.grantAll();
    Right write = KafkaRights.on(ResourceType.TOPIC, TOPIC, AclOperation.WRITE);
    keptUntilRepair(
        run, BrokerUser.environment(), () -> user.revoke(write), () -> user.grant(List.of(write)));
  }

  private static void keptUntilRepair(
      Run run, Map<String, String> settings, Runnable damage, Runnable repair) {
    run.given(BrokerScenarios.poisonOnTwo().corpus());
    Service service = run.start(settings).awaitReady();
    run.faultBegins();
    damage.run();
    run.send();
    run.awaitApplied(66);
    run.hold(Duration.ofMinutes(2));
    assertThat(run.count("SELECT count(*) FROM dead_letter WHERE status = 'DEAD'")).isEqualTo(1);
    assertThat(service.process().output()).contains(TOPIC);
    repair.run();
    run.faultEnds();
    run.awaitRest();
    assertThat(run.progress().written(TOPIC)).isEqualTo(1);
  }
}
