package org.libraryd.deploy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.libraryd.support.LibraryProcess.NOTHING_THERE;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.libraryd.support.LibraryProcess;
import org.libraryd.support.LibraryProcess.Build;

/** What an operator sets by a variable is what the package goes by. */
class VariablesIT {
  @ParameterizedTest
  @EnumSource(Build.class)
  void everyKeyOfOursIsKnownToThePackage(Build build) {
    Map<String, String> environment = new HashMap<>(Settings.inProduction().shipped());
    // The sample belongs to dev mode.
    environment.keySet().removeIf(variable -> variable.startsWith("LIBRARYD_SAMPLE_"));
    environment.putAll(NOTHING_THERE);
    if (build == Build.DESK) {
      environment.remove("QUARKUS_DATASOURCE_JDBC_URL");
    }
    try (LibraryProcess library = LibraryProcess.start(build, environment)) {
      awaitLine(library, "Waiting for the broker|Waiting for the database");

      assertThat(library.output()).doesNotContain("sets nothing");
    }
  }

  @ParameterizedTest
  @EnumSource(Build.class)
  void whatIsOutOfBoundsIsToldInOneMessage(Build build) {
    Map<String, String> environment = new HashMap<>();
    environment.put("KAFKA_BOOTSTRAP_SERVERS", "nonsense");
    environment.put("LIBRARYD_INTAKE_CARRY_OVER_MAX", "-5");
    environment.put("LIBRARYD_RELAY_ROWS_PER_ROUND", "0");
    environment.put("LIBRARYD_TOPIC_AUDIT", "libraryd.loan");
    try (LibraryProcess library = LibraryProcess.start(build, environment)) {
      assertThat(library.awaitExit(Duration.ofSeconds(60))).isEqualTo(1);
      assertThat(library.output())
          .contains(
              "kafka.bootstrap.servers has 'nonsense'",
              "libraryd.intake.carry-over-max is -5, it must be 1 or more",
              "libraryd.relay.rows-per-round is 0, it must be 1 or more",
              "libraryd.topic.* has 'libraryd.loan' more than once");
    }
  }

  private static void awaitLine(LibraryProcess library, String pattern) {
    await(pattern)
        .atMost(Duration.ofSeconds(60))
        .failFast(library::requireAlive)
        .until(
            () -> library.output().lines().anyMatch(line -> line.matches(".*(" + pattern + ").*")));
  }
}
