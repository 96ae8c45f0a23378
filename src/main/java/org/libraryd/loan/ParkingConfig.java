package org.libraryd.loan;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.time.Duration;

/** How long, and how many, events wait for their predecessor. */
@ConfigMapping(prefix = "libraryd.parking")
public interface ParkingConfig {
  /** Events that may wait for one loan; more are rejected {@code parking-full}. */
  @WithDefault("100")
  int perLoan();

  /**
   * How long an event waits before it is rejected {@code parking-expired}. Too short turns a slow
   * desk into dead letters; the clock stands while the intake has a backlog.
   */
  @WithDefault("1h")
  Duration timeout();

  /** How often parked events are looked through for those that can be released or have expired. */
  @WithDefault("10s")
  Duration sweep();
}
