package org.libraryd.consumer;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Pauses that double from one failure to the next up to a bound, each shortened at random by up to
 * a quarter.
 */
final class BackOff {
  private final Duration min;
  private final Duration max;
  private final Stop stop;
  private long nextMillis;

  BackOff(IntakeConfig config, Stop stop) {
    this.min = config.backOffMin();
    this.max = config.backOffMax();
    this.stop = stop;
    this.nextMillis = min.toMillis();
  }

  /**
   * Waits for the next pause to end.
   *
   * @throws StoppedException as soon as the application stops
   */
  void pause() {
    long jitter = ThreadLocalRandom.current().nextLong(nextMillis / 4 + 1);
    stop.pause(Duration.ofMillis(nextMillis - jitter));
    nextMillis = Math.min(nextMillis * 2, max.toMillis());
  }

  void reset() {
    nextMillis = min.toMillis();
  }
}
