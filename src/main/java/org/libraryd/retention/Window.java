package org.libraryd.retention;

import java.time.Duration;
import java.util.List;
import org.libraryd.wire.TopicConfig;

/** A time for which rows stay, and the topics whose records it has to outlive. */
public enum Window {
  /** Claims: an event delivered again is known for as long. */
  // A claim is renewed by a copy only when it is older than a day, so that it may end a day before
  // the copy has stayed for its time.
  DEDUP("dedup", Duration.ofDays(1)),

  /** Sent outbox rows: their derived ids witness what was applied when the claim is gone. */
  OUTBOX("outbox", Duration.ZERO),

  /** Settled dead letters: the record at these coordinates is not judged, or sent, anew. */
  DEAD_LETTER("dead-letter", Duration.ZERO),

  /** Loans in a final state: their creation, replayed, would make them anew. */
  LOAN("loan", Duration.ZERO);

  private final String label;
  private final Duration slack;

  Window(String label, Duration slack) {
    this.label = label;
    this.slack = slack;
  }

  /** The name in the metric. */
  String label() {
    return label;
  }

  /** The configuration key that sets the length. */
  String key() {
    return "libraryd." + label + ".retention";
  }

  /** By how much the window has to be longer than its topics keep records. */
  Duration slack() {
    return slack;
  }

  List<String> topics(TopicConfig topics) {
    return this == LOAN ? List.of(topics.loan()) : List.of(topics.loan(), topics.changed());
  }
}
