package org.libraryd.health;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.eclipse.microprofile.health.HealthCheckResponse.Status;
import org.junit.jupiter.api.Test;

class PulseTest {
  private final AtomicLong nanos = new AtomicLong();
  private final Pulse pulse = new DatabasePulse(nanos::get);

  @Test
  void nothingTriedIsNoFailure() {
    pass(Duration.ofHours(1));

    assertThat(status()).isEqualTo(Status.UP);
    assertThat(pulse.sinceSuccess()).isEqualTo(Duration.ofHours(1));
  }

  @Test
  void failuresCountFromTheFirstOfThemNotFromTheLastSuccess() {
    pulse.succeeded();
    pass(Duration.ofMinutes(10));
    pulse.failed();
    pass(Duration.ofSeconds(14));
    pulse.failed();
    assertThat(status()).isEqualTo(Status.UP);

    pass(Duration.ofSeconds(1));

    assertThat(status()).isEqualTo(Status.DOWN);
  }

  @Test
  void callThatHangsCountsAsFailure() {
    pulse.attempted();
    pass(Duration.ofSeconds(15));

    assertThat(status()).isEqualTo(Status.DOWN);
  }

  @Test
  void oneSuccessAmongFailuresIsEnough() {
    pulse.failed();
    pass(Duration.ofSeconds(14));
    pulse.succeeded();
    pulse.failed();
    pass(Duration.ofSeconds(14));

    assertThat(status()).isEqualTo(Status.UP);
  }

  @Test
  void probeCallsOnlyAfterSilence() throws InterruptedException {
    int[] calls = {0};
    Probe probe =
        new Probe("system", pulse) {
          @Override
          void call() {
            calls[0]++;
          }
        };

    probe.runOnce();
    assertThat(calls[0]).isZero();

    pass(Probe.QUIET);
    probe.runOnce();
    assertThat(calls[0]).isOne();
    assertThat(pulse.failingFor()).isZero();
  }

  @Test
  void failedProbeLeavesThePulseFailing() throws InterruptedException {
    Probe probe =
        new Probe("system", pulse) {
          @Override
          void call() {
            throw new IllegalStateException("away");
          }
        };
    pass(Probe.QUIET);

    probe.runOnce();
    pass(Duration.ofSeconds(15));

    assertThat(status()).isEqualTo(Status.DOWN);
  }

  private void pass(Duration time) {
    nanos.addAndGet(time.toNanos());
  }

  private Status status() {
    return PulseReadiness.report("system", pulse).getStatus();
  }
}
