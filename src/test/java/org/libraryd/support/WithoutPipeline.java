package org.libraryd.support;

import java.util.HashMap;
import java.util.Map;

/**
 * What a test sets that turns the crank by hand: the tables are there, but nothing is read from the
 * broker and no schedule runs.
 */
public final class WithoutPipeline {
  private WithoutPipeline() {}

  /** The settings of a database, and these. */
  public static Map<String, String> with(Map<String, String> database) {
    Map<String, String> config = new HashMap<>(database);
    // Channels stay paused and schedules halted, since this is what ends that.
    config.put("quarkus.arc.exclude-types", "org.libraryd.startup.**");
    config.put("quarkus.flyway.migrate-at-start", "true");
    // What fails without end is given up soon.
    config.put("libraryd.intake.stuck-after", "1s");
    config.put("libraryd.intake.back-off-min", "10ms");
    config.put("libraryd.intake.back-off-max", "100ms");
    return config;
  }
}
