package org.libraryd.retention;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.Optional;

/**
 * How long each window is. It must cover {@code retention.ms + segment.ms} of its topics: Kafka
 * drops whole segments, so records can be read for that long.
 */
@Singleton
public class Windows {
  private final Dedup dedup;
  private final Outbox outbox;
  private final DeadLetter deadLetter;
  private final Loan loan;

  Windows(Dedup dedup, Outbox outbox, DeadLetter deadLetter, Loan loan) {
    this.dedup = dedup;
    this.outbox = outbox;
    this.deadLetter = deadLetter;
    this.loan = loan;
  }

  /** The length of a window; empty when its rows stay for ever. */
  Optional<Duration> length(Window window) {
    return switch (window) {
      case DEDUP -> Optional.of(dedup.retention());
      case OUTBOX -> Optional.of(outbox.retention());
      case DEAD_LETTER -> Optional.of(deadLetter.retention());
      case LOAN -> loan.retention();
    };
  }

  /** Claims. */
  @ConfigMapping(prefix = "libraryd.dedup")
  interface Dedup {
    /**
     * How long a claimed event id is known, from its last copy on; a day more than the topics keep,
     * as a copy renews its claim once a day. Shorter, and a replay is handled as new.
     */
    @WithDefault("15d")
    Duration retention();
  }

  /** Outbox rows. */
  @ConfigMapping(prefix = "libraryd.outbox")
  interface Outbox {
    /**
     * How long a published row stays. Shorter, and a replay can publish an event again whose row is
     * gone.
     */
    @WithDefault("15d")
    Duration retention();
  }

  /** Dead letters. */
  @ConfigMapping(prefix = "libraryd.dead-letter")
  interface DeadLetter {
    /**
     * How long a dead letter stays after it died, was redriven or discarded. Shorter, and a replay
     * of its record is judged, and copied to the dead letter topic, anew.
     */
    @WithDefault("15d")
    Duration retention();
  }

  /** Loans. */
  @ConfigMapping(prefix = "libraryd.loan")
  interface Loan {
    /**
     * How long a loan stays after it was returned or cancelled; for ever when absent. A later event
     * of a loan that is gone is parked, and expires.
     */
    Optional<Duration> retention();
  }
}
