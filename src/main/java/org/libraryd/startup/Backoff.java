package org.libraryd.startup;

import java.time.Duration;

/** Pauses that double from the first to the longest. */
record Backoff(Duration first, Duration longest) {
  private static final int DOUBLINGS_MAX = 16;

  /**
   * @param failures how many attempts failed before the last one, from 0
   */
  Duration after(int failures) {
    Duration pause = first.multipliedBy(1L << Math.min(failures, DOUBLINGS_MAX));
    return pause.compareTo(longest) < 0 ? pause : longest;
  }
}
