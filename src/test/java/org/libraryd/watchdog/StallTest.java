package org.libraryd.watchdog;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class StallTest {
  private final AtomicLong nanos = new AtomicLong();
  private final Stall stall = new Stall(nanos::get);

  @Test
  void idlenessIsNoStall() {
    sampleFor(Duration.ofMinutes(10), false);

    assertThat(stall.age()).isZero();
  }

  @Test
  void workThatMovesIsNoStall() {
    for (int i = 0; i < 60; i++) {
      sampleFor(Duration.ofSeconds(20), true);
      stall.moved();
    }

    assertThat(stall.isStalled()).isFalse();
  }

  @Test
  void workThatDoesNotMoveIsSeenWithinThirtySeconds() {
    sampleFor(Duration.ofMinutes(1), false);

    sampleFor(Duration.ofSeconds(30), true);

    assertThat(stall.isStalled()).isTrue();
    assertThat(stall.age()).isEqualTo(Duration.ofSeconds(30));
  }

  @Test
  void oneMoveEndsIt() {
    sampleFor(Duration.ofMinutes(1), true);

    stall.moved();

    assertThat(stall.isStalled()).isFalse();
  }

  @Test
  void moveOfOthersEndsItFromThenOn() {
    sampleFor(Duration.ofMinutes(1), true);

    stall.movedAgo(Duration.ofSeconds(5));

    assertThat(stall.age()).isEqualTo(Duration.ofSeconds(5));
    stall.movedAgo(Duration.ofSeconds(9));
    assertThat(stall.age()).isEqualTo(Duration.ofSeconds(5));
  }

  @Test
  void endOfTheWorkEndsIt() {
    sampleFor(Duration.ofMinutes(1), true);

    stall.sample(false);

    assertThat(stall.age()).isZero();
  }

  @Test
  void timeBeforeTheFirstLookCountsForNothing() {
    pass(Duration.ofHours(1));

    stall.sample(true);

    assertThat(stall.age()).isZero();
  }

  @Test
  void timeInWhichNobodyCouldLookCountsForNothing() {
    sampleFor(Duration.ofMinutes(1), true);
    pass(Duration.ofMinutes(5));

    stall.sample(true);

    assertThat(stall.age()).isZero();
  }

  private void sampleFor(Duration time, boolean waiting) {
    for (long passed = 0; passed < time.toSeconds(); passed += 10) {
      pass(Duration.ofSeconds(10));
      stall.sample(waiting);
    }
  }

  private void pass(Duration time) {
    nanos.addAndGet(time.toNanos());
  }
}
