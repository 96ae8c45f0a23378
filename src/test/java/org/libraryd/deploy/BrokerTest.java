package org.libraryd.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import io.strimzi.api.kafka.model.topic.KafkaTopic;
import io.strimzi.api.kafka.model.user.KafkaUser;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourceType;
import org.junit.jupiter.api.Test;
import org.libraryd.audit.AuditConfig;
import org.libraryd.deploy.KafkaRights.Right;
import org.libraryd.wire.TopicConfig;

/** The broker has what the service's clients ask for, and no more. */
class BrokerTest {
  private static final Settings SETTINGS = Settings.inProduction();
  private static final TopicConfig TOPICS = SETTINGS.of(TopicConfig.class);
  private static final List<String> READERS = List.of("lifecycle", "notice", "audit-source");

  private final List<KafkaTopic> topics = Manifest.all(Manifest.KAFKA, KafkaTopic.class);

  @Test
  void topicsAreThoseThatTheServiceWaitsFor() {
    assertThat(topics.stream().map(topic -> topic.getMetadata().getName()))
        .containsExactlyInAnyOrderElementsOf(TOPICS.all());
  }

  @Test
  void recordsOutliveABrokerAndWritesGoOnWithoutOne() {
    assertThat(topics)
        .allSatisfy(
            topic -> {
              assertThat(topic.getSpec().getConfig()).containsEntry("min.insync.replicas", 2);
              assertThat(topic.getSpec().getReplicas()).isGreaterThan(2);
            });
  }

  @Test
  void rightsAreExactlyThoseThatTheClientsUse() {
    Set<Right> needed = new HashSet<>();
    // The guard and the check of settings ask for all of them.
    TOPICS.all().forEach(topic -> needed.add(topic(topic, AclOperation.DESCRIBE_CONFIGS)));
    for (String channel : READERS) {
      needed.add(topic(incoming(channel, "topic"), AclOperation.READ));
      needed.add(
          new Right(
              new ResourcePattern(
                  ResourceType.GROUP, incoming(channel, "group.id"), PatternType.LITERAL),
              AclOperation.READ));
    }
    // Relay and forwarder.
    Stream.of(TOPICS.changed(), TOPICS.notice(), TOPICS.dlq(), TOPICS.audit())
        .forEach(topic -> needed.add(topic(topic, AclOperation.WRITE)));
    needed.add(
        new Right(
            new ResourcePattern(
                ResourceType.TRANSACTIONAL_ID,
                SETTINGS.of(AuditConfig.class).transactionalIdPrefix() + "-",
                PatternType.PREFIXED),
            AclOperation.WRITE));

    assertThat(KafkaRights.deployed()).containsExactlyInAnyOrderElementsOf(needed);
  }

  @Test
  void userSignsOnAsTheSiteSays() {
    assertThat(
            Manifest.only(Manifest.KAFKA, KafkaUser.class).getSpec().getAuthentication().getType())
        .isEqualToIgnoringCase("SCRAM-SHA-512");
  }

  private static Right topic(String name, AclOperation operation) {
    return new Right(new ResourcePattern(ResourceType.TOPIC, name, PatternType.LITERAL), operation);
  }

  private static String incoming(String channel, String key) {
    return SETTINGS.value("mp.messaging.incoming." + channel + "." + key);
  }
}
