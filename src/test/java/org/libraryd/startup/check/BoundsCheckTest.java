package org.libraryd.startup.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.runtime.configuration.DurationConverter;
import io.smallrye.config.SmallRyeConfig;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class BoundsCheckTest {
  private static final Map<String, String> LEAST =
      Map.ofEntries(
          Map.entry("libraryd.intake.contention-tries", "1"),
          Map.entry("libraryd.intake.carry-over-max", "1"),
          Map.entry("libraryd.relay.rows-per-round", "1"),
          Map.entry("libraryd.relay.bytes-per-round", "1"),
          Map.entry("libraryd.redrive.attempts", "1"),
          Map.entry("libraryd.audit.transaction-records", "1"),
          Map.entry("libraryd.audit.batch-bytes", "1"),
          Map.entry("libraryd.instance", "0"),
          Map.entry("libraryd.parking.per-loan", "0"),
          Map.entry("libraryd.parking.timeout", "1ms"),
          Map.entry("libraryd.parking.sweep", "1ms"),
          Map.entry("libraryd.intake.stuck-after", "1ms"),
          Map.entry("libraryd.intake.back-off-min", "1ms"),
          Map.entry("libraryd.intake.back-off-max", "1ms"),
          Map.entry("libraryd.relay.interval", "1ms"),
          Map.entry("libraryd.outbox.count-interval", "1ms"),
          Map.entry("libraryd.outbox.review-interval", "1ms"),
          Map.entry("libraryd.retention.check-interval", "1ms"),
          Map.entry("libraryd.retention.prune-interval", "1ms"));

  @Test
  void leastValuesRaiseNoComplaint() {
    assertThat(complaints(Map.of())).isEmpty();
  }

  static Stream<String> keys() {
    return LEAST.keySet().stream();
  }

  @ParameterizedTest
  @MethodSource("keys")
  void lessThanTheLeastIsNamedWithItsValue(String key) {
    String less = "0".equals(LEAST.get(key)) ? "-1" : "0";

    assertThat(complaints(Map.of(key, less)))
        .anySatisfy(
            complaint -> assertThat(complaint).startsWith(key + " is " + less + ", it must be "));
  }

  @Test
  void shortestPauseIsNotLongerThanTheLongest() {
    assertThat(complaints(Map.of("libraryd.intake.back-off-min", "10s")))
        .containsExactly(
            "libraryd.intake.back-off-min is 10s, it must not be longer than"
                + " libraryd.intake.back-off-max, 1ms");
  }

  private static List<String> complaints(Map<String, String> others) {
    Map<String, String> settings = new HashMap<>(LEAST);
    settings.putAll(others);
    SmallRyeConfig config =
        new SmallRyeConfigBuilder()
            .withConverter(Duration.class, 200, new DurationConverter())
            .withDefaultValues(settings)
            .build();
    return new BoundsCheck(config).complaints();
  }
}
