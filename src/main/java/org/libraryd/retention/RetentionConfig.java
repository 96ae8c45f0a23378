package org.libraryd.retention;

import io.quarkus.arc.Unremovable;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.time.Duration;

/** How the {@link Windows} are guarded. */
@Unremovable // Schedules read it by its keys, whoever else is there.
@ConfigMapping(prefix = "libraryd.retention")
public interface RetentionConfig {
  /** What a start does when a window does not cover its topics, or that cannot be learned. */
  @WithDefault("refuse")
  Mode guard();

  /** How often the topics are looked at; a window they have outgrown is not pruned from then. */
  @WithDefault("1m")
  Duration checkInterval();

  /** How often rows past their windows are deleted. */
  @WithDefault("1m")
  Duration pruneInterval();

  /** What an uncovered window does to the start; a running service never stops for one. */
  enum Mode {
    /** The process exits with 1. */
    REFUSE,

    /** The process starts, warns, and prunes nothing that the window protects. */
    WARN
  }
}
