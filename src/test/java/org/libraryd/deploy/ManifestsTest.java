package org.libraryd.deploy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServiceAccount;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import io.fabric8.openshift.api.model.monitoring.v1.PodMonitor;
import io.fabric8.openshift.api.model.monitoring.v1.PrometheusRule;
import io.strimzi.api.kafka.model.topic.KafkaTopic;
import io.strimzi.api.kafka.model.user.KafkaUser;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Every file is what a cluster understands, and is used. */
class ManifestsTest {
  private static final Map<String, Class<?>> TYPES =
      Map.ofEntries(
          Map.entry("v1 ConfigMap", ConfigMap.class),
          Map.entry("v1 Namespace", Namespace.class),
          Map.entry("v1 Secret", Secret.class),
          Map.entry("v1 Service", Service.class),
          Map.entry("v1 ServiceAccount", ServiceAccount.class),
          Map.entry("apps/v1 StatefulSet", StatefulSet.class),
          Map.entry("networking.k8s.io/v1 NetworkPolicy", NetworkPolicy.class),
          Map.entry("policy/v1 PodDisruptionBudget", PodDisruptionBudget.class),
          Map.entry("monitoring.coreos.com/v1 PodMonitor", PodMonitor.class),
          Map.entry("monitoring.coreos.com/v1 PrometheusRule", PrometheusRule.class),
          Map.entry("kafka.strimzi.io/v1 KafkaTopic", KafkaTopic.class),
          Map.entry("kafka.strimzi.io/v1 KafkaUser", KafkaUser.class),
          Map.entry("keda.sh/v1alpha1 ScaledObject", Keda.ScaledObject.class),
          Map.entry("keda.sh/v1alpha1 TriggerAuthentication", Keda.TriggerAuthentication.class));

  private static final Path TEMPLATE = Manifest.ROOT.resolve("secrets.template.yaml");

  @TestFactory
  Stream<DynamicTest> everyResourceHasOnlyFieldsOfItsType() {
    return Manifest.below(Manifest.ROOT).stream()
        .map(
            manifest ->
                DynamicTest.dynamicTest(
                    manifest.toString(),
                    () -> {
                      Class<?> type = TYPES.get(manifest.type());
                      assertThat(type).as("known type").isNotNull();
                      manifest.as(Objects.requireNonNull(type));
                    }));
  }

  @Test
  void fieldThatTheTypeDoesNotKnowFails() {
    var tree = Manifest.below(Manifest.BASE).get(0).tree().deepCopy();
    ((ObjectNode) tree.path("metadata")).put("lables", "x");

    assertThatThrownBy(() -> Strict.as(tree, ServiceAccount.class))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("lables");
  }

  @Test
  void everyFileIsUsedAndEveryUsedFileIsThere() {
    Set<Path> used =
        Manifest.kustomizations(Manifest.ROOT).stream()
            .flatMap(ManifestsTest::usedBy)
            .collect(Collectors.toSet());

    assertThat(used).allMatch(Files::exists);
    assertThat(Manifest.below(Manifest.ROOT).stream().map(Manifest::file).distinct())
        .filteredOn(file -> !file.equals(TEMPLATE))
        .allMatch(used::contains);
  }

  @Test
  void everySelectorIsTheLabelOfThePods() {
    StatefulSet set = Manifest.only(Manifest.BASE, StatefulSet.class);
    Map<String, String> labels = set.getSpec().getTemplate().getMetadata().getLabels();

    assertThat(labels).isNotEmpty();
    assertThat(
            Manifest.below(Manifest.ROOT).stream()
                .filter(manifest -> !manifest.file().equals(TEMPLATE))
                .flatMap(ManifestsTest::selectors))
        .hasSizeGreaterThan(5)
        .allMatch(labels::equals);
  }

  private static Stream<Map<String, String>> selectors(Manifest manifest) {
    return switch (manifest.kind()) {
      case "StatefulSet" ->
          manifest.file().startsWith(Manifest.BASE) ? ofSet(manifest) : Stream.empty();
      case "Service" -> Stream.of(manifest.as(Service.class).getSpec().getSelector());
      case "NetworkPolicy" ->
          Stream.of(manifest.as(NetworkPolicy.class).getSpec().getPodSelector().getMatchLabels());
      case "PodDisruptionBudget" ->
          Stream.of(
              manifest.as(PodDisruptionBudget.class).getSpec().getSelector().getMatchLabels());
      case "PodMonitor" ->
          Stream.of(manifest.as(PodMonitor.class).getSpec().getSelector().getMatchLabels());
      default -> Stream.empty();
    };
  }

  private static Stream<Map<String, String>> ofSet(Manifest manifest) {
    var spec = manifest.as(StatefulSet.class).getSpec();
    return Stream.concat(
        Stream.of(spec.getSelector().getMatchLabels()),
        spec.getTemplate().getSpec().getTopologySpreadConstraints().stream()
            .map(spread -> spread.getLabelSelector().getMatchLabels()));
  }

  private static Stream<Path> usedBy(Path file) {
    Kustomization kustomization = Strict.as(Strict.documents(file).get(0), Kustomization.class);
    return Stream.of(
            kustomization.resources().stream(),
            kustomization.components().stream(),
            kustomization.patches().stream().flatMap(patch -> Stream.ofNullable(patch.path())),
            kustomization.configMapGenerator().stream()
                .map(Kustomization.ConfigMapGenerator::files)
                .flatMap(List::stream))
        .flatMap(names -> names)
        .map(name -> file.resolveSibling(name).normalize());
  }
}
