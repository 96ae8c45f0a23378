package org.libraryd.relay;

import io.quarkus.arc.Unremovable;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.time.Duration;

/** What happens to the outbox beside publishing. */
@Unremovable // Only schedules read it, by its keys.
@ConfigMapping(prefix = "libraryd.outbox")
interface OutboxConfig {
  /** How often the gauges are counted; a scrape reads the last count. */
  @WithDefault("10s")
  Duration countInterval();

  /** How often rows quarantined for their size are compared with the topic's limit. */
  @WithDefault("15s")
  Duration reviewInterval();
}
