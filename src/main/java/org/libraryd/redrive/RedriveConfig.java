package org.libraryd.redrive;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;

/** Bounds of a person's hand. */
@ConfigMapping(prefix = "libraryd.redrive")
public interface RedriveConfig {
  /**
   * How often a record may die, its first rejection included; after that a redrive of it is refused
   * unless forced.
   */
  @WithDefault("5")
  int attempts();
}
