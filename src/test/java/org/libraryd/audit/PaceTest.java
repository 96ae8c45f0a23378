package org.libraryd.audit;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Test;

class PaceTest {

  private final Pace pace = new Pace(500, new Random(1));

  @Test
  void failuresHalveTheSizeDownToOne() {
    int tried = 500;
    while (tried > 1) {
      pace.failed(tried);
      assertThat(pace.size()).isEqualTo(tried / 2);
      tried = pace.size();
    }
    pace.failed(1);
    assertThat(pace.size()).isEqualTo(1);
  }

  @Test
  void successGrowsTheSizeBackToTheLargest() {
    pace.failed(2);
    for (int i = 0; i < 9; i++) {
      pace.succeeded();
    }
    assertThat(pace.size()).isEqualTo(500);
  }

  @Test
  void pausesGrowUpToFiveSecondsAndStartAnewAfterSuccess() {
    for (int i = 0; i < 40; i++) {
      assertThat(pace.failed(1)).isBetween(Duration.ofMillis(50), Duration.ofSeconds(5));
    }
    assertThat(pace.failed(1)).isGreaterThanOrEqualTo(Duration.ofMillis(2_500));
    pace.succeeded();
    assertThat(pace.failed(1)).isLessThanOrEqualTo(Duration.ofMillis(100));
  }

  @Test
  void recordsBeforeASuspectGoFirstAndThenItGoesAlone() {
    pace.suspect(17);
    assertThat(pace.size()).isEqualTo(17);
    pace.suspect(0);
    assertThat(pace.size()).isEqualTo(1);
  }
}
