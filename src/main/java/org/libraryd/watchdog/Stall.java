package org.libraryd.watchdog;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * Tells for how long a part has had work and made no progress. A part that is idle is not stalled,
 * nor is one that is busy: any progress counts. Thread-safe.
 */
public final class Stall {
  /** From here on a part is said to be stalled; with a sample each 10 s it shows within 30 s. */
  static final Duration PATIENCE = Duration.ofSeconds(25);

  private final LongSupplier nanoTime;
  private long lastMove;
  private long lastSample;
  private boolean sampled;
  private boolean waiting;

  Stall(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
  }

  /** Something was committed or sent. */
  public void moved() {
    movedAgo(Duration.ZERO);
  }

  /** Something was committed or sent, so long ago. */
  public synchronized void movedAgo(Duration age) {
    lastMove = Math.max(lastMove, nanoTime.getAsLong() - age.toNanos());
  }

  /**
   * Tells whether work waits now. Where nobody has looked for long, the time before counts for
   * nothing.
   */
  public synchronized void sample(boolean work) {
    long now = nanoTime.getAsLong();
    if (!work || !sampled || now - lastSample > PATIENCE.toNanos()) {
      lastMove = now;
    }
    lastSample = now;
    sampled = true;
    waiting = work;
  }

  /** How long work has waited without any progress; zero where none waits. */
  public synchronized Duration age() {
    return waiting ? Duration.ofNanos(nanoTime.getAsLong() - lastMove) : Duration.ZERO;
  }

  boolean isStalled() {
    return age().compareTo(PATIENCE) >= 0;
  }
}
