package org.libraryd.startup.check;

import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.eclipse.microprofile.config.Config;

/** No count and no time has a value with which nothing would ever be done. */
@Singleton
public class BoundsCheck implements StartCheck {
  private static final List<String> COUNTS =
      List.of(
          "libraryd.intake.contention-tries",
          "libraryd.intake.carry-over-max",
          "libraryd.relay.rows-per-round",
          "libraryd.relay.bytes-per-round",
          "libraryd.redrive.attempts",
          "libraryd.audit.transaction-records",
          "libraryd.audit.batch-bytes");
  private static final List<String> TIMES =
      List.of(
          "libraryd.parking.timeout",
          "libraryd.parking.sweep",
          "libraryd.intake.stuck-after",
          "libraryd.intake.back-off-min",
          "libraryd.intake.back-off-max",
          "libraryd.relay.interval",
          "libraryd.outbox.count-interval",
          "libraryd.outbox.review-interval",
          "libraryd.retention.check-interval",
          "libraryd.retention.prune-interval");

  /** Where the first ordinal is 0, and nothing need be allowed to wait. */
  private static final List<String> COUNTS_FROM_ZERO =
      List.of("libraryd.instance", "libraryd.parking.per-loan");

  private static final String SHORTEST = "libraryd.intake.back-off-min";
  private static final String LONGEST = "libraryd.intake.back-off-max";

  private final Config config;

  BoundsCheck(Config config) {
    this.config = config;
  }

  @Override
  public List<String> complaints() {
    List<String> complaints = new ArrayList<>();
    COUNTS.forEach(key -> atLeast(1, key, complaints));
    COUNTS_FROM_ZERO.forEach(key -> atLeast(0, key, complaints));
    for (String key : TIMES) {
      if (time(key).compareTo(Duration.ZERO) <= 0) {
        complaints.add("%s is %s, it must be longer than 0".formatted(key, text(key)));
      }
    }
    if (time(SHORTEST).compareTo(time(LONGEST)) > 0) {
      complaints.add(
          "%s is %s, it must not be longer than %s, %s"
              .formatted(SHORTEST, text(SHORTEST), LONGEST, text(LONGEST)));
    }
    return complaints;
  }

  private void atLeast(int least, String key, List<String> complaints) {
    int value = config.getValue(key, Integer.class);
    if (value < least) {
      complaints.add("%s is %d, it must be %d or more".formatted(key, value, least));
    }
  }

  private Duration time(String key) {
    return config.getValue(key, Duration.class);
  }

  private String text(String key) {
    return config.getValue(key, String.class);
  }
}
