package org.libraryd.startup;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;

/** Settings of the start. */
@ConfigMapping(prefix = "libraryd.start")
public interface StartConfig {
  /**
   * Whether the pipeline is started at all. Without it the process answers HTTP, is never ready,
   * and leaves channels paused and schedules halted: for tests that turn the crank by hand.
   */
  @WithDefault("true")
  boolean enabled();
}
