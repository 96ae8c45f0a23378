package org.libraryd.relay;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.libraryd.relay.OutboxRelay.Summary;

class PaceTest {
  private static final Summary SENT = new Summary(50, true, true, false);
  private static final Summary SENT_FEW = new Summary(49, true, false, false);
  private static final Summary SKIPPED = new Summary(0, false, true, false);
  private static final Summary IDLE = new Summary(0, false, false, false);

  private final Pace pace = new Pace(Duration.ofSeconds(1));

  @Test
  void noPauseWhileManyRowsGoOut() {
    assertThat(pace.after(SENT)).isZero();
  }

  @Test
  void shortPauseAfterFewRowsSinceNothingWasLeftBehind() {
    assertThat(pace.after(SENT_FEW)).hasMillis(20);
    assertThat(pace.after(IDLE)).hasSeconds(1);
  }

  @Test
  void noPauseIsLongerThanTheInterval() {
    Pace hasty = new Pace(Duration.ofMillis(5));

    for (Summary round : new Summary[] {SENT_FEW, SKIPPED, IDLE}) {
      assertThat(hasty.after(round)).hasMillis(5);
    }
  }

  @Test
  void pauseDoublesFromTwentyMillisecondsToASecondWhileOthersHoldShards() {
    for (int millis : new int[] {20, 40, 80, 160, 320, 640, 1000, 1000}) {
      assertThat(pace.after(SKIPPED)).hasMillis(millis);
    }
    pace.after(SENT);
    assertThat(pace.after(SKIPPED)).hasMillis(20);
  }

  @Test
  void intervalWhenThereIsNothingToDo() {
    assertThat(pace.after(IDLE)).hasSeconds(1);
  }

  @Test
  void failedRoundsAreRepeatedAfterASecondDoublingToTen() {
    for (int seconds : new int[] {1, 2, 4, 8, 10, 10}) {
      assertThat(pace.afterFailure()).hasSeconds(seconds);
    }
    pace.after(IDLE);
    assertThat(pace.isFailing()).isFalse();
    assertThat(pace.afterFailure()).hasSeconds(1);
  }
}
