package org.libraryd.audit;

import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * How many records the next transaction may hold, and how long to wait before it.
 *
 * <p>A failure halves the size down to one record, so that a record which cannot be copied ends up
 * alone; success doubles it again. Not thread-safe: one transaction is decided at a time.
 */
final class Pace {

  private static final long SHORTEST_PAUSE_MILLIS = 100;
  private static final long LONGEST_PAUSE_MILLIS = 5_000;

  private final int largest;
  private final RandomGenerator random;
  private int size;
  private int failures;

  Pace(int largest, RandomGenerator random) {
    this.largest = largest;
    this.size = largest;
    this.random = random;
  }

  /** Most records in the next transaction, at least 1. */
  int size() {
    return size;
  }

  void succeeded() {
    failures = 0;
    size = Math.min(largest, size * 2);
  }

  /**
   * Nobody knows which record is to blame, or none is.
   *
   * @return how long to wait: exponential up to 5 s, with jitter
   */
  Duration failed(int tried) {
    size = Math.max(1, tried / 2);
    long ceiling =
        Math.min(LONGEST_PAUSE_MILLIS, SHORTEST_PAUSE_MILLIS << Math.min(failures++, 10));
    return Duration.ofMillis(ceiling / 2 + random.nextLong(ceiling / 2 + 1));
  }

  /** The record at {@code position} is suspected: next come the records before it, or it alone. */
  void suspect(int position) {
    size = Math.max(1, position);
  }
}
