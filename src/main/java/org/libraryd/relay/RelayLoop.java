package org.libraryd.relay;

import io.quarkus.runtime.ShutdownEvent;
import jakarta.annotation.Priority;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.event.TransactionPhase;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;
import org.libraryd.health.Causes;
import org.libraryd.outbox.OutboxAppended;

/**
 * Runs rounds while the process is started: at once after a commit that wrote outbox rows and while
 * rows go out, soon after another relay held a shard, else by its interval.
 *
 * <p>Never ends on an error: a round that failed is repeated after 1 s, doubling to 10 s. Stopping
 * finishes the running round.
 */
@ApplicationScoped
public class RelayLoop {
  private static final Logger LOG = Logger.getLogger(RelayLoop.class);
  private static final Duration LONGEST_ROUND = Duration.ofSeconds(20);

  private final OutboxRelay relay;
  private final RelayConfig config;
  private final Semaphore wakeUp = new Semaphore(0);
  private volatile @Nullable Thread thread;
  private volatile CountDownLatch stopping = new CountDownLatch(1);

  RelayLoop(OutboxRelay relay, RelayConfig config) {
    this.relay = relay;
    this.config = config;
  }

  /** Starts the rounds, unless they run already or {@code libraryd.relay.enabled} is false. */
  public synchronized void start() {
    if (thread == null && config.enabled()) {
      Thread started = new Thread(this::run, "outbox-relay");
      started.setDaemon(true);
      stopping = new CountDownLatch(1);
      thread = started;
      started.start();
    }
  }

  /** Stops after the running round. */
  public synchronized void stop() {
    Thread stopped = thread;
    if (stopped == null) {
      return;
    }
    thread = null;
    stopping.countDown();
    wakeUp.release();
    try {
      stopped.join(LONGEST_ROUND.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  public boolean isRunning() {
    return thread != null;
  }

  void onAppended(@Observes(during = TransactionPhase.AFTER_SUCCESS) OutboxAppended appended) {
    wakeUp.release();
  }

  // Before the channels are closed, so that the last round still has its producer.
  void onShutdown(@Observes @Priority(1) ShutdownEvent event) {
    stop();
  }

  private void run() {
    Pace pace = new Pace(config.interval());
    while (Thread.currentThread() == thread) {
      try {
        runAndPause(pace);
      } catch (InterruptedException e) {
        LOG.debug("Nobody interrupts this thread; the pause is over", e);
      }
    }
  }

  private void runAndPause(Pace pace) throws InterruptedException {
    boolean failing = pace.isFailing();
    try {
      Duration pause = pace.after(relay.runOnce());
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
