package org.libraryd.consumer;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.time.Duration;

/** How the intake meets trouble. */
@ConfigMapping(prefix = "libraryd.intake")
public interface IntakeConfig {
  /** Tries of a batch under contention before it is handled event by event. */
  @WithDefault("5")
  int contentionTries();

  /**
   * How long an event that fails alone is tried, while other writes succeed, before it is rejected
   * {@code stuck}. Must be above any lock a person may hold.
   */
  @WithDefault("2m")
  Duration stuckAfter();

  /**
   * How many records may wait, unacknowledged, for one that fails alone before later batches wait
   * too.
   */
  @WithDefault("10000")
  int carryOverMax();

  /** The first pause after a failure; each further one is twice as long. */
  @WithDefault("200ms")
  Duration backOffMin();

  /** The longest pause between two tries. */
  @WithDefault("5s")
  Duration backOffMax();

  /**
   * What happens where the group has committed offsets, and the database no position: {@code
   * refuse}, {@code committed} or {@code earliest}.
   */
  @WithDefault("refuse")
  MissingPositions missingPositions();
}
