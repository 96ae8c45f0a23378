package org.libraryd.fault;

import static org.apache.kafka.common.acl.AclOperation.READ;
import static org.apache.kafka.common.acl.AclOperation.WRITE;
import static org.apache.kafka.common.resource.ResourceType.GROUP;
import static org.apache.kafka.common.resource.ResourceType.TOPIC;
import static org.apache.kafka.common.resource.ResourceType.TRANSACTIONAL_ID;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.libraryd.deploy.BrokerUser;
import org.libraryd.deploy.KafkaRights;
import org.libraryd.deploy.KafkaRights.Right;
import org.libraryd.model.EventCorpus;

/** Rights that are taken away for a minute and given back. */
@Tag("faults")
class AuthorizationScenarios {

  @Scenario(id = "A31a", fault = "READ on the loan topic revoked for 60 s", secured = true)
  void theSourceIsWaitedFor(Run run) {
    revoked(run, KafkaRights.on(TOPIC, Stage.TOPICS.loan(), READ));
  }

  @Scenario(id = "A31b", fault = "READ on the intake's group revoked for 60 s", secured = true)
  void theGroupIsWaitedFor(Run run) {
    revoked(run, KafkaRights.on(GROUP, Ground.INTAKE, READ));
  }

  @Scenario(id = "A31c", fault = "WRITE on the changed topic revoked for 60 s", secured = true)
  void theTargetIsWaitedFor(Run run) {
    revoked(run, KafkaRights.on(TOPIC, Stage.TOPICS.changed(), WRITE));
  }

  @Scenario(id = "A31d", fault = "WRITE on the transactional id revoked for 60 s", secured = true)
  void theTransactionalIdIsWaitedFor(Run run) {
    revoked(run, KafkaRights.on(TRANSACTIONAL_ID, ForwarderScenarios.ID, WRITE));
  }

  @Scenario(id = "A31e", fault = "WRITE on the dead letter topic revoked for 60 s", secured = true)
  void theDeadLetterTopicIsWaitedFor(Run run) {
    revoked(run, KafkaRights.on(TOPIC, Stage.TOPICS.deadLetter(), WRITE));
  }

  private static void revoked(Run run, Right right) {
    BrokerUser user = new BrokerUser(run.stage().broker());
    user.grantAll();
    run.given(EventCorpus.generate(EventCorpus.seed(), 600, DatabaseScenarios.shape()));
    Service service = run.start(BrokerUser.environment()).awaitReady();
    run.send(0, 100);
    run.awaitCommitted();
    int calm = service.process().output().length();

    run.faultBegins();
    user.revoke(right);
    run.send(100, 600);
    run.hold(Duration.ofSeconds(60));
    user.grant(List.of(right));
    run.faultEnds();

    run.awaitRest();
    assertThat(service.process().isAlive()).isTrue();
    assertThat(service.process().output().substring(calm).lines())
        .as("lines that tell what is not granted")
        .anyMatch(line -> line.contains("uthoriz") && line.contains(right.resource().name()));
  }
}
