package org.libraryd.consumer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quarkus.runtime.ShutdownEvent;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
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
  void interruptEndsAPauseAndStaysVisible() {
    Thread.currentThread().interrupt();

    assertThatThrownBy(() -> stop.pause(HOUR)).isInstanceOf(StoppedException.class);
    assertThat(Thread.interrupted()).isTrue();
  }
}
