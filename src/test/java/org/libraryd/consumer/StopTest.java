package org.libraryd.consumer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quarkus.runtime.ShutdownEvent;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class StopTest {
  private static final Duration HOUR = Duration.ofHours(1);

  private final Stop stop = new Stop();

  @Test
  void pausePassesWhileTheApplicationRuns() {
    stop.pause(Duration.ofMillis(1));
  }

  @Test
  void pauseEndsWhenTheApplicationStops() {
    CompletableFuture<Void> pause = CompletableFuture.runAsync(() -> stop.pause(HOUR));
    stop.onShutdown(new ShutdownEvent());

    assertThat(pause)
        .failsWithin(10, TimeUnit.SECONDS)
        .withThrowableThat()
        .withCauseInstanceOf(StoppedException.class);
    assertThatThrownBy(() -> stop.pause(HOUR)).isInstanceOf(StoppedException.class);
  }

  @Test
  void theEndWaitsForWhatIsBeingWritten() {
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch written = new CountDownLatch(1);
    CompletableFuture<Void> work =
        CompletableFuture.runAsync(
            () ->
                stop.unlessStopping(
                    () -> {
                      begun.countDown();
                      await(written);
                    }));
    await(begun);
    CompletableFuture<Void> end =
        CompletableFuture.runAsync(() -> stop.onShutdown(new ShutdownEvent()));

    assertThatThrownBy(() -> stop.pause(HOUR)).isInstanceOf(StoppedException.class);
    assertThat(end).isNotDone();
    written.countDown();
    assertThat(work).succeedsWithin(10, TimeUnit.SECONDS);
    assertThat(end).succeedsWithin(10, TimeUnit.SECONDS);
  }

  @Test
  void nothingBeginsAfterTheEnd() {
    stop.onShutdown(new ShutdownEvent());

    assertThatThrownBy(() -> stop.unlessStopping(() -> {})).isInstanceOf(StoppedException.class);
  }

  private static void await(CountDownLatch latch) {
    try {
      assertThat(latch.await(10, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void interruptEndsAPauseAndStaysVisible() {
    Thread.currentThread().interrupt();

    assertThatThrownBy(() -> stop.pause(HOUR)).isInstanceOf(StoppedException.class);
    assertThat(Thread.interrupted()).isTrue();
  }
}
