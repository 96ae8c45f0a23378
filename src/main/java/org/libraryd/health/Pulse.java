package org.libraryd.health;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * Tells for how long calls to an outside system have been tried without one that succeeded. A
 * system that nobody calls is never said to be away. Thread-safe.
 */
public abstract class Pulse {
  private final LongSupplier nanoTime;
  private long lastSuccess;
  private long firstTrySince;
  private boolean tried;

  /**
   * @param nanoTime a clock that never goes back, in nanoseconds
   */
  protected Pulse(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
    this.lastSuccess = nanoTime.getAsLong();
  }

  /** A call is on its way; one that hangs counts as one that failed. */
  public synchronized void attempted() {
    if (!tried) {
      tried = true;
      firstTrySince = nanoTime.getAsLong();
    }
  }

  /** The system could not be reached or refused every caller; not for a fault of the call's own. */
  public void failed() {
    attempted();
  }

  /** A call succeeded. */
  public synchronized void succeeded() {
    tried = false;
    lastSuccess = nanoTime.getAsLong();
  }

  /** How long calls have been tried in vain; zero when the last one succeeded. */
  public synchronized Duration failingFor() {
    return tried ? Duration.ofNanos(nanoTime.getAsLong() - firstTrySince) : Duration.ZERO;
  }

  /** How long ago a call last succeeded, or this was made. */
  public synchronized Duration sinceSuccess() {
    return Duration.ofNanos(nanoTime.getAsLong() - lastSuccess);
  }
}
