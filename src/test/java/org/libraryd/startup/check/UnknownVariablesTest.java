package org.libraryd.startup.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.smallrye.config.EnvConfigSource;
import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.libraryd.wire.TopicConfig;

class UnknownVariablesTest {
  private static final Map<String, String> SHIPPED =
      Map.of(
          "libraryd.events.ignored-types",
          "",
          "%desk.quarkus.datasource.jdbc.url",
          "jdbc:h2:file:${libraryd.desk.directory:./data}/libraryd");

  @Test
  void variablesOfKeysAreKnown() {
    assertThat(
            warnings(
                "LIBRARYD_INSTANCE",
                "LIBRARYD_TOPIC_LOAN",
                "LIBRARYD_EVENTS_IGNORED_TYPES",
                "LIBRARYD_EVENTS_IGNORED_TYPES_0_",
                "LIBRARYD_DESK_DIRECTORY"))
        .isEmpty();
  }

  @Test
  void misspeltOneIsToldWithTheNearest() {
    assertThat(
            warnings(
                "LIBRARYD_TOPIC_LOANS",
                "LIBRARYD_EVENT_IGNORED_TYPES",
                "LIBRARYD_INSTANZE",
                "LIBRARYD_TOPIC_LOAN"))
        .containsExactly(
            "LIBRARYD_EVENT_IGNORED_TYPES sets nothing;"
                + " the nearest that does is LIBRARYD_EVENTS_IGNORED_TYPES",
            "LIBRARYD_INSTANZE sets nothing; the nearest that does is LIBRARYD_INSTANCE",
            "LIBRARYD_TOPIC_LOANS sets nothing; the nearest that does is LIBRARYD_TOPIC_LOAN");
  }

  @Test
  void spellingsThatAContainerAllowsAreJudgedAlike() {
    assertThat(warnings("libraryd.topic.loan", "libraryd.topic.loans", "libraryd_topic_loans"))
        .containsExactly(
            "libraryd.topic.loans sets nothing; the nearest that does is LIBRARYD_TOPIC_LOAN",
            "libraryd_topic_loans sets nothing; the nearest that does is LIBRARYD_TOPIC_LOAN");
  }

  @Test
  void whatKubernetesSetsForAServiceIsNoMisspelling() {
    assertThat(
            warnings(
                "LIBRARYD_SERVICE_HOST",
                "LIBRARYD_SERVICE_PORT",
                "LIBRARYD_SERVICE_PORT_MANAGEMENT",
                "LIBRARYD_PORT",
                "LIBRARYD_PORT_9000_TCP",
                "LIBRARYD_PORT_9000_TCP_ADDR",
                "LIBRARYD_CANARY_SERVICE_HOST",
                "LIBRARYD_CANARY_PORT_9000_TCP_PROTO"))
        .isEmpty();
  }

  @Test
  void variablesOfOthersAndOfProfilesAreNotLookedAt() {
    assertThat(warnings("PATH", "LIBRARY_PATH", "_PROD_LIBRARYD_TOPIC_LOANS")).isEmpty();
  }

  private static List<String> warnings(String... variables) {
    var config =
        new SmallRyeConfigBuilder()
            .withMapping(InstanceConfig.class)
            .withMapping(TopicConfig.class)
            .withSources(new PropertiesConfigSource(SHIPPED, "shipped", 100))
            // As at the start: what stands in the environment must not make itself known.
            .withSources(new EnvConfigSource(Map.of("LIBRARYD_TOPIC_LOANS", "x"), 300))
            .withValidateUnknown(false)
            .build();
    return new UnknownVariables(config).warnings(Set.of(variables));
  }
}
