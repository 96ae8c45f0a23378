package org.libraryd.bench;

import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.concurrent.Callable;

/** A program in a process of its own that works on what it finds on the stage. */
@FunctionalInterface
interface Contender {
  Duration LIMIT = Duration.ofMinutes(20);
  Duration POLL_INTERVAL = Duration.ofMillis(200);

  /** Starts it, and ends it when all is done. */
  void workUntil(Callable<Boolean> done);

  static void awaitDone(Callable<Boolean> done, Runnable requireAlive) {
    await("all is handled")
        .atMost(LIMIT)
        .pollInterval(POLL_INTERVAL)
        .failFast(requireAlive::run)
        .until(done);
  }
}
