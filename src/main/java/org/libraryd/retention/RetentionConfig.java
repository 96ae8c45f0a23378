package org.libraryd.retention;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.time.Duration;
import java.util.Optional;

/**
 * How long rows stay. Each window must cover {@code retention.ms + segment.ms} of the topics whose
 * records it outlives: Kafka drops whole segments, so records can be read for that long.
 */
@ConfigMapping(prefix = "libraryd")
public interface RetentionConfig {
  Dedup dedup();

  Outbox outbox();

  DeadLetter deadLetter();

  Loan loan();

  Retention retention();

  /** {@code libraryd.dedup}. */
  interface Dedup {
    /**
     * How long a claimed event id is known, from its last copy on; a day more than the topics keep,
     * as a copy renews its claim once a day. Shorter, and a replay is handled as new.
     */
    @WithDefault("15d")
    Duration retention();
  }

  /** {@code libraryd.outbox}. */
  interface Outbox {
    /** How long a published row stays. */
    @WithDefault("15d")
    Duration retention();
  }

  /** {@code libraryd.dead-letter}. */
  interface DeadLetter {
    /** How long a dead letter stays after it died, was redriven or discarded. */
    @WithDefault("15d")
    Duration retention();
  }

  /** {@code libraryd.loan}. */
  interface Loan {
    /**
     * How long a loan stays after it was returned or cancelled; for ever when absent. A later event
     * of a loan that is gone is parked, and expires.
     */
    Optional<Duration> retention();
  }

  /** {@code libraryd.retention}. */
  interface Retention {
    /** What a start does when a window does not cover its topics, or that cannot be learned. */
    @WithDefault("refuse")
    Mode guard();

    /** How often the topics are looked at; a window they have outgrown is not pruned from then. */
    @WithDefault("1m")
    Duration checkInterval();

    /** How often rows past their windows are deleted. */
    @WithDefault("1m")
    Duration pruneInterval();
  }

  /** What an uncovered window does to the start; a running service never stops for one. */
  enum Mode {
    /** The process exits with 1. */
    REFUSE,

    /** The process starts, warns, and prunes nothing that the window protects. */
    WARN
  }

  /** The length of a window; empty when its rows stay for ever. */
  default Optional<Duration> length(Window window) {
    return switch (window) {
      case DEDUP -> Optional.of(dedup().retention());
      case OUTBOX -> Optional.of(outbox().retention());
      case DEAD_LETTER -> Optional.of(deadLetter().retention());
      case LOAN -> loan().retention();
    };
  }
}
