package org.libraryd.relay;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.time.Duration;

/** The relay's settings. Its producer is set under {@code mp.messaging.outgoing.relay}. */
@ConfigMapping(prefix = "libraryd.relay")
interface RelayConfig {
  /** Whether this process publishes; a process that does not leaves it to the others. */
  @WithDefault("true")
  boolean enabled();

  /**
   * Rows that a round reads. Fewer cost more statements per row; more keep the shards from other
   * relays for longer.
   */
  @WithDefault("6000")
  int rowsPerRound();

  /**
   * Bytes that a round reads. Must stay below the producer's {@code buffer.memory}, or sending
   * blocks.
   */
  @WithDefault("8388608")
  int bytesPerRound();

  /** How often the outbox is looked at when no commit of this process wakes the relay. */
  @WithDefault("1s")
  Duration interval();
}
