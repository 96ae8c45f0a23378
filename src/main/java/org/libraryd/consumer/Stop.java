package org.libraryd.consumer;

import io.quarkus.runtime.ShutdownEvent;
import jakarta.annotation.Priority;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.interceptor.Interceptor;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.jboss.logging.Logger;

/** Lets pauses end when the application stops, and lets what is being written finish first. */
@ApplicationScoped
class Stop {
  /** Longer than a transaction of a usual batch, shorter than the 30 s that orchestrators grant. */
  private static final Duration GRACE = Duration.ofSeconds(20);

  private static final Logger LOG = Logger.getLogger(Stop.class);

  private final CountDownLatch stopping = new CountDownLatch(1);
  private final ReadWriteLock work = new ReentrantReadWriteLock();

  /** Before channels and pool are closed: those leave a running batch no more than a second. */
  void onShutdown(@Observes @Priority(Interceptor.Priority.PLATFORM_BEFORE) ShutdownEvent event) {
    stopping.countDown();
    try {
      if (!work.writeLock().tryLock(GRACE.toMillis(), TimeUnit.MILLISECONDS)) {
        LOG.warnf("A batch is still being written after %s; its records come again", GRACE);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * Runs work that the end of the application waits for.
   *
   * @throws StoppedException where the application stops already
   */
  void unlessStopping(Runnable task) {
    if (!work.readLock().tryLock()) {
      throw new StoppedException();
    }
    try {
      if (stopping.getCount() == 0) {
        throw new StoppedException();
      }
      task.run();
    } finally {
      work.readLock().unlock();
    }
  }

  /**
   * Waits.
   *
   * @throws StoppedException as soon as the application stops
   */
  void pause(Duration duration) {
    try {
      if (stopping.await(duration.toMillis(), TimeUnit.MILLISECONDS)) {
        throw new StoppedException();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new StoppedException();
    }
  }
}
