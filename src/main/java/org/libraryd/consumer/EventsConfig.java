package org.libraryd.consumer;

import io.smallrye.config.ConfigMapping;
import java.util.Optional;
import java.util.Set;

/** Which events are for us. */
@ConfigMapping(prefix = "libraryd.events")
public interface EventsConfig {
  /** Types on the loan topic that mean nothing here, such as renewals: counted and passed over. */
  Optional<Set<String>> ignoredTypes();
}
