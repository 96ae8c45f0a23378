package org.libraryd.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fabric8.kubernetes.api.model.ContainerPort;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.openshift.api.model.monitoring.v1.PodMonitor;
import io.fabric8.openshift.api.model.monitoring.v1.PrometheusRule;
import io.fabric8.openshift.api.model.monitoring.v1.Rule;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What is watched exists, and whoever is called finds what to do. */
class MonitoringTest {
  private static final Path MONITORING = Manifest.COMPONENTS.resolve("monitoring");
  private static final Path RUNBOOK = Path.of("src", "docs", "runbook.md");

  /** Those of others that the dashboard shows: the scraper's own, and the JVM's. */
  private static final Set<String> FOREIGN = Set.of("up", "jvm_memory_used_bytes");

  /** A name before its labels, range or end, that is no function and no label. */
  private static final Pattern METRIC =
      Pattern.compile("\\b(up|(?:libraryd|jvm|kafka)_[a-z_]+)\\b");

  private static final Pattern TEXT = Pattern.compile("\"[^\"]*\"");

  private final List<Rule> alerts =
      Manifest.only(MONITORING, PrometheusRule.class).getSpec().getGroups().stream()
          .flatMap(group -> group.getRules().stream())
          .toList();

  @Test
  void everyMetricOfTheAlertsIsOneOfTheService() {
    assertThat(alerts.stream().map(alert -> alert.getExpr().getStrVal()).flatMap(this::metrics))
        .isNotEmpty()
        .allMatch(MonitoringTest::exists);
  }

  @Test
  void everyMetricOfTheDashboardIsOneOfTheService() throws IOException {
    assertThat(expressions().flatMap(this::metrics)).isNotEmpty().allMatch(MonitoringTest::exists);
  }

  @Test
  void everyMetricOfTheServiceIsOnTheDashboardOrExplainedInTheRunbook() throws IOException {
    String shown = expressions().collect(Collectors.joining(" ")) + Files.readString(RUNBOOK);

    // What a person redrives he sees himself.
    assertThat(MeterNames.all())
        .hasSizeGreaterThan(20)
        .filteredOn(name -> !shown.contains(name))
        .containsExactlyInAnyOrder(
            "libraryd_intake_rewound_total",
            "libraryd_parked_released_total",
            "libraryd_redriven_total");
  }

  @Test
  void everyAlertHasItsSectionAndPointsToIt() throws IOException {
    List<String> sections =
        Files.readAllLines(RUNBOOK).stream()
            .filter(line -> line.startsWith("## "))
            .map(line -> line.substring(3))
            .toList();

    assertThat(alerts.stream().map(Rule::getAlert)).containsExactlyElementsOf(sections);
    assertThat(alerts)
        .allSatisfy(
            alert ->
                assertThat(alert.getAnnotations())
                    .containsEntry(
                        "runbook",
                        "src/docs/runbook.md#" + alert.getAlert().toLowerCase(Locale.ROOT))
                    .containsKeys("summary", "description"))
        .allSatisfy(
            alert -> assertThat(alert.getLabels().get("severity")).isIn("critical", "warning"));
  }

  @Test
  void everySectionSaysWhatItMeansHowToLookAndWhatToDo() throws IOException {
    String[] sections = Files.readString(RUNBOOK).split("(?m)^## ", -1);

    assertThat(List.of(sections).subList(1, sections.length))
        .allMatch(
            section ->
                section.contains("**Meaning.**")
                    && section.contains("**Look.**")
                    && section.contains("**Do.**"));
  }

  @Test
  void scraperAsksOnAPortThatThePodsOffer() {
    List<String> ports =
        Manifest.only(Manifest.BASE, StatefulSet.class)
            .getSpec()
            .getTemplate()
            .getSpec()
            .getContainers()
            .stream()
            .flatMap(container -> container.getPorts().stream())
            .map(ContainerPort::getName)
            .toList();

    assertThat(Manifest.only(MONITORING, PodMonitor.class).getSpec().getPodMetricsEndpoints())
        .allMatch(endpoint -> ports.contains(endpoint.getPort()));
  }

  private static boolean exists(String metric) {
    return FOREIGN.contains(metric) || MeterNames.all().contains(metric);
  }

  private Stream<String> metrics(String expression) {
    return METRIC
        .matcher(TEXT.matcher(expression).replaceAll("\"\""))
        .results()
        .map(MatchResult::group);
  }

  private static Stream<String> expressions() throws IOException {
    JsonNode dashboard = new ObjectMapper().readTree(MONITORING.resolve("dashboard.json").toFile());
    return dashboard.findValuesAsText("expr").stream();
  }
}
