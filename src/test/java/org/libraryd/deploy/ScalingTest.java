package org.libraryd.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.strimzi.api.kafka.model.topic.KafkaTopic;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.libraryd.deploy.Keda.KafkaTrigger;
import org.libraryd.deploy.Keda.ScaledObject;
import org.libraryd.deploy.Keda.TriggerAuthentication;

/** Replicas follow the lag of the service's own groups, as far as its topics and database go. */
class ScalingTest {
  private static final Path SCALING = Manifest.COMPONENTS.resolve("scaling");
  private static final Settings SETTINGS = Settings.inProduction();

  /** What PostgreSQL leaves to users by default: max_connections less those kept for superusers. */
  private static final int CONNECTIONS = 97;

  private final ScaledObject scaled = Manifest.only(SCALING, ScaledObject.class);

  @Test
  void replicasScaledAreThoseOfTheSet() {
    var target = scaled.spec().scaleTargetRef();
    StatefulSet set = Manifest.only(Manifest.BASE, StatefulSet.class);

    assertThat(target.apiVersion()).isEqualTo(set.getApiVersion());
    assertThat(target.kind()).isEqualTo(set.getKind());
    assertThat(target.name()).isEqualTo(set.getMetadata().getName());
  }

  @Test
  void everyChannelsGroupIsWatchedOnItsTopic() {
    assertThat(
            scaled.spec().triggers().stream()
                .map(Keda.Trigger::metadata)
                .map(trigger -> trigger.consumerGroup() + " " + trigger.topic()))
        .containsExactlyInAnyOrderElementsOf(
            Stream.of("lifecycle", "notice", "audit-source")
                .map(channel -> "mp.messaging.incoming." + channel)
                .map(
                    channel ->
                        SETTINGS.value(channel + ".group.id")
                            + " "
                            + SETTINGS.value(channel + ".topic"))
                .toList());
  }

  @Test
  void noReplicaIsWithoutAPartition() {
    Map<String, Integer> partitions =
        Manifest.all(Manifest.KAFKA, KafkaTopic.class).stream()
            .collect(
                Collectors.toMap(
                    topic -> topic.getMetadata().getName(),
                    topic -> topic.getSpec().getPartitions()));

    assertThat(
            scaled.spec().triggers().stream()
                .map(Keda.Trigger::metadata)
                .map(KafkaTrigger::topic)
                .map(partitions::get))
        .allMatch(count -> scaled.spec().maxReplicaCount() <= count);
  }

  @Test
  void poolsOfAllReplicasFitIntoTheDatabase() {
    // Beside the pool there is the connection that looks whether writes succeed.
    int each = Integer.parseInt(SETTINGS.value("quarkus.datasource.jdbc.max-size")) + 1;

    // One more than the most, for the time of an update.
    assertThat((scaled.spec().maxReplicaCount() + 1) * each).isLessThan(CONNECTIONS);
  }

  @Test
  void brokerIsAskedAtTheAddressAndUnderTheNameOfTheService() {
    Map<String, String> site = Manifest.only(Manifest.PRODUCTION, ConfigMap.class).getData();
    var authentication = Manifest.only(SCALING, TriggerAuthentication.class);
    Map<String, String> given = Manifest.only(SCALING, ConfigMap.class).getData();

    assertThat(scaled.spec().triggers())
        .allSatisfy(
            trigger -> {
              assertThat(site).containsKey(trigger.metadata().bootstrapServersFromEnv());
              assertThat(trigger.authenticationRef().name())
                  .isEqualTo(authentication.metadata().getName());
            });
    assertThat(authentication.spec().configMapTargetRef())
        .allMatch(reference -> given.containsKey(reference.key()));
    // The two write the same mechanism differently.
    assertThat(site).containsEntry("KAFKA_SASL_MECHANISM", "SCRAM-SHA-512");
    assertThat(given).containsEntry("sasl", "scram_sha512");
  }
}
