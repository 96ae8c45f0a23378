package org.libraryd.sample;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;

/** Settings of the sample. */
@ConfigMapping(prefix = "libraryd.sample")
public interface SampleConfig {
  /** Whether dev mode sends the sample to a loan topic that is empty. */
  @WithDefault("true")
  boolean enabled();
}
