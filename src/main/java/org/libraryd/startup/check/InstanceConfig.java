package org.libraryd.startup.check;

import io.quarkus.arc.Unremovable;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;

/** Which of the replicas this is. */
@ConfigMapping(prefix = "libraryd")
@Unremovable // Only read by its key.
public interface InstanceConfig {
  /**
   * The replica's ordinal, 0 or more. Two running replicas of a deployment with one ordinal fence
   * each other's audit transactions.
   */
  @WithDefault("1")
  int instance();
}
