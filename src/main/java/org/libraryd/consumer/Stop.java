package org.libraryd.consumer;

import io.quarkus.runtime.ShutdownEvent;
import jakarta.annotation.Priority;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.interceptor.Interceptor;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Lets pauses end when the application stops. */
@ApplicationScoped
class Stop {
  private final CountDownLatch stopping = new CountDownLatch(1);

  void onShutdown(@Observes @Priority(Interceptor.Priority.PLATFORM_BEFORE) ShutdownEvent event) {
    stopping.countDown();
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
