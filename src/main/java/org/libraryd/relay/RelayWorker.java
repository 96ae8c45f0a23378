package org.libraryd.relay;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jboss.logging.Logger;
import org.libraryd.health.Causes;

/**
 * Repeats rounds until it is stopped: at once while many rows go out or when woken, soon after
 * another relay held a shard, else by its interval.
 *
 * <p>Never ends on an error: a round that failed is repeated after 1 s, doubling to 10 s. Stopping
 * finishes the running round.
 */
final class RelayWorker {
  /** A round, whose answer says how long to pause. */
  interface Rounds {
    OutboxRelay.Summary runOnce();
  }

  private static final Logger LOG = Logger.getLogger(RelayWorker.class);

  private final Rounds rounds;
  private final Pace pace;
  private final Semaphore wakeUp = new Semaphore(0);
  private final CountDownLatch stopping = new CountDownLatch(1);
  private final Thread thread;

  RelayWorker(String name, Rounds rounds, Duration interval) {
    this.rounds = rounds;
    this.pace = new Pace(interval);
    this.thread = new Thread(this::run, name);
    thread.setDaemon(true);
  }

  void start() {
    thread.start();
  }

  void wake() {
    wakeUp.release();
  }

  /** Lets the running round be the last. */
  void stop() {
    stopping.countDown();
    wakeUp.release();
  }

  void join(Duration longest) throws InterruptedException {
    thread.join(longest.toMillis());
  }

  private void run() {
    while (stopping.getCount() > 0) {
      try {
        runAndPause();
      } catch (InterruptedException e) {
        LOG.debug("Nobody interrupts this thread; the pause is over", e);
      }
    }
  }

  private void runAndPause() throws InterruptedException {
    boolean failing = pace.isFailing();
    try {
      Duration pause = pace.after(rounds.runOnce());
      if (failing) {
        LOG.info("The relay's rounds succeed again");
      }
      if (wakeUp.tryAcquire(pause.toMillis(), TimeUnit.MILLISECONDS)) {
        // One round serves all commits before it.
        wakeUp.drainPermits();
      }
    } catch (RuntimeException | Error e) {
      // Whatever it was: a loop that ends would leave all rows where they are.
      Duration pause = pace.afterFailure();
      LOG.logf(
          failing ? Logger.Level.DEBUG : Logger.Level.WARN,
          "The relay's round failed, outbox rows wait; next round in %d ms: %s",
          pause.toMillis(),
          Causes.describe(e));
      LOG.debug("The failure", e);
      // Commits do not cut this pause short: they would turn an outage into a stream of attempts.
      stopping.await(pause.toMillis(), TimeUnit.MILLISECONDS);
    }
  }
}
