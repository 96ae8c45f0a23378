package org.libraryd.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerPort;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.Probe;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.VolumeMount;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.libraryd.startup.check.UnknownVariables;

/** The pods are started, asked and ended as the service needs it. */
class StatefulSetTest {
  private static final Settings SETTINGS = Settings.inProduction();

  private final StatefulSet set = Manifest.only(Manifest.BASE, StatefulSet.class);
  private final PodSpec pod = set.getSpec().getTemplate().getSpec();
  private final Container container = pod.getContainers().get(0);

  @Test
  void ordinalOfThePodIsTheInstance() {
    assertThat(container.getEnv())
        .filteredOn(variable -> variable.getName().equals("LIBRARYD_INSTANCE"))
        .singleElement()
        .extracting(variable -> variable.getValueFrom().getFieldRef().getFieldPath())
        .isEqualTo("metadata.labels['apps.kubernetes.io/pod-index']");
  }

  @Test
  void everyVariableIsReadByTheService() {
    Stream<String> variables =
        Stream.concat(
            sets().flatMap(StatefulSetTest::variables).map(EnvVar::getName),
            sites().flatMap(site -> site.getData().keySet().stream()));

    assertThat(variables).isNotEmpty().allMatch(SETTINGS::reads);
  }

  @Test
  void misspeltVariableIsNotRead() {
    assertThat(SETTINGS.reads("LIBRARYD_TOPIC_LOANS")).isFalse();
    assertThat(SETTINGS.reads("KAFKA_BOOTSTRAP_SERVER")).isFalse();
    assertThat(SETTINGS.reads("LIBRARYD_AUDIT_TRANSACTIONAL_ID_PREFIX")).isTrue();
  }

  @Test
  void startTakesNoVariableForMisspeltThatTheServiceReads() {
    UnknownVariables start = new UnknownVariables(SETTINGS.config());

    assertThat(SETTINGS.variables()).hasSizeGreaterThan(30);
    assertThat(start.warnings(SETTINGS.variables())).isEmpty();
    assertThat(start.warnings(Set.of("LIBRARYD_TOPIC_LOANS"))).hasSize(1);
  }

  @Test
  void logIsForCollectorsInProductionAndForPeopleElsewhere() {
    assertThat(site(Manifest.PRODUCTION).getData())
        .containsEntry("QUARKUS_LOG_CONSOLE_JSON_ENABLED", "true");
    assertThat(SETTINGS.value("quarkus.log.console.json.enabled")).isEqualTo("false");
    assertThat(SETTINGS.value("quarkus.log.console.json.exception-output-type"))
        .isEqualTo("formatted");
  }

  @ParameterizedTest
  @MethodSource("overlays")
  void everySiteNamesBrokerAndDatabase(Path overlay) {
    assertThat(site(overlay).getData())
        .containsKeys("KAFKA_BOOTSTRAP_SERVERS", "QUARKUS_DATASOURCE_JDBC_URL");
  }

  @Test
  void everySecretIsInTheTemplateAndHasNoValueThere() {
    List<Secret> templates = Manifest.all(Manifest.ROOT, Secret.class);
    Set<String> offered = new HashSet<>();
    templates.forEach(
        secret ->
            secret
                .getStringData()
                .forEach(
                    (key, value) -> {
                      assertThat(value).as(key).isEmpty();
                      offered.add(secret.getMetadata().getName() + "/" + key);
                    }));

    assertThat(sets().flatMap(StatefulSetTest::secrets)).hasSize(5).allMatch(offered::contains);
  }

  @Test
  void mountedCertificatesLieWhereTheSiteLooksForThem() {
    String settings = String.join(" ", site(Manifest.PRODUCTION).getData().values());

    assertThat(
            container(Manifest.only(Manifest.PRODUCTION, StatefulSet.class))
                .getVolumeMounts()
                .stream()
                .map(VolumeMount::getMountPath))
        .hasSize(2)
        .allMatch(path -> settings.contains(path + "/ca.crt"));
  }

  @Test
  void productionEncryptsWhatGoesToBrokerAndDatabase() {
    Map<String, String> site = site(Manifest.PRODUCTION).getData();

    assertThat(site).containsEntry("KAFKA_SECURITY_PROTOCOL", "SASL_SSL");
    assertThat(site.get("QUARKUS_DATASOURCE_JDBC_URL")).contains("sslmode=verify-full");
  }

  @Test
  void probesAskOnThePortThatTheServiceOffers() {
    List<String> ports = container.getPorts().stream().map(ContainerPort::getName).toList();
    Stream<Probe> probes =
        Stream.of(
            container.getStartupProbe(),
            container.getLivenessProbe(),
            container.getReadinessProbe());

    assertThat(probes.map(probe -> probe.getHttpGet().getPort().getStrVal()))
        .allMatch(ports::contains);
    assertThat(Manifest.only(Manifest.BASE, Service.class).getSpec().getPorts())
        .allMatch(port -> ports.contains(port.getTargetPort().getStrVal()));
    assertThat(set.getSpec().getServiceName())
        .isEqualTo(Manifest.only(Manifest.BASE, Service.class).getMetadata().getName());
  }

  @Test
  void endIsGivenMoreTimeThanATransactionAndADeliveryMayTake() {
    long transaction =
        seconds(SETTINGS.value("quarkus.transaction-manager.default-transaction-timeout"));
    long delivery =
        Long.parseLong(SETTINGS.value("mp.messaging.outgoing.audit.delivery.timeout.ms")) / 1000;

    assertThat(pod.getTerminationGracePeriodSeconds()).isGreaterThan(transaction + delivery);
  }

  @Test
  void podHasNoRightsThatItDoesNotNeed() {
    assertThat(pod.getSecurityContext().getRunAsNonRoot()).isTrue();
    assertThat(pod.getSecurityContext().getSeccompProfile().getType()).isEqualTo("RuntimeDefault");
    assertThat(pod.getAutomountServiceAccountToken()).isFalse();
    // A service of the name kafka or libraryd would put variables there that are read as settings.
    assertThat(pod.getEnableServiceLinks()).isFalse();
    assertThat(container.getSecurityContext().getAllowPrivilegeEscalation()).isFalse();
    assertThat(container.getSecurityContext().getReadOnlyRootFilesystem()).isTrue();
    assertThat(container.getSecurityContext().getCapabilities().getDrop()).containsExactly("ALL");
  }

  private static Stream<Path> overlays() {
    return Manifest.kustomizations(Manifest.OVERLAYS).stream().map(Path::getParent);
  }

  /** The set and what overlays add to it. */
  private static Stream<StatefulSet> sets() {
    return Manifest.all(Manifest.ROOT, StatefulSet.class).stream();
  }

  private static Stream<ConfigMap> sites() {
    return overlays().map(StatefulSetTest::site);
  }

  private static ConfigMap site(Path overlay) {
    return Manifest.only(overlay, ConfigMap.class);
  }

  private static Container container(StatefulSet set) {
    return set.getSpec().getTemplate().getSpec().getContainers().get(0);
  }

  private static Stream<EnvVar> variables(StatefulSet set) {
    return container(set).getEnv().stream();
  }

  private static Stream<String> secrets(StatefulSet set) {
    Stream<String> ofVariables =
        variables(set)
            .map(variable -> variable.getValueFrom().getSecretKeyRef())
            .filter(Objects::nonNull)
            .map(reference -> reference.getName() + "/" + reference.getKey());
    Stream<String> ofVolumes =
        set.getSpec().getTemplate().getSpec().getVolumes().stream()
            .flatMap(volume -> Stream.ofNullable(volume.getSecret()))
            .flatMap(
                secret ->
                    secret.getItems().stream()
                        .map(item -> secret.getSecretName() + "/" + item.getKey()));
    return Stream.concat(ofVariables, ofVolumes);
  }

  private static long seconds(String duration) {
    return Duration.parse("PT" + duration).toSeconds();
  }
}
