package org.libraryd.relay;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.common.errors.TimeoutException;
import org.junit.jupiter.api.Test;

class TopicHealthTest {
  private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 1);
  private final TopicHealth health = new TopicHealth(nanos::get);

  @Test
  void backOffDoublesFromOneToThirtySecondsAndEndsWithASuccess() {
    for (int seconds : new int[] {1, 2, 4, 8, 16, 30, 30}) {
      health.failed("away", new TimeoutException("no answer"));

      pass(Duration.ofSeconds(seconds).minusMillis(1));
      assertThat(health.isBackedOff("away")).isTrue();
      pass(Duration.ofMillis(1));
      assertThat(health.isBackedOff("away")).isFalse();
      assertThat(health.isFailing("away")).isTrue();
    }

    health.succeeded("away");

    assertThat(health.isFailing("away")).isFalse();
    health.failed("away", new TimeoutException("no answer"));
    pass(Duration.ofSeconds(1));
    assertThat(health.isBackedOff("away")).isFalse();
  }

  @Test
  void otherTopicsAreNotConcerned() {
    health.failed("away", new TimeoutException("no answer"));

    assertThat(health.isBackedOff("here")).isFalse();
    assertThat(health.isFailing("here")).isFalse();
  }

  private void pass(Duration time) {
    nanos.addAndGet(time.toNanos());
  }
}
