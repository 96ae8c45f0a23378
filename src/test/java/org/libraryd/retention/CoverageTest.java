package org.libraryd.retention;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Whether a window is long enough, as a function of its length and of the topics' settings. */
class CoverageTest {
  private static final Duration DEFAULT = Duration.ofDays(15);
  private static final long DAY = 86_400;
  private static final long WEEK_MILLIS = 7 * DAY * 1000;

  private static final TopicReach LOAN = deleted("libraryd.loan", WEEK_MILLIS, WEEK_MILLIS);
  private static final TopicReach CHANGED = deleted("libraryd.loan.changed", 60_000, 60_000);

  @Test
  void defaultsCoverATopicWithTheBrokersDefaults() {
    for (Window window : Window.values()) {
      Coverage coverage = Coverage.of(window, DEFAULT, List.of(LOAN));

      assertThat(coverage.suffices()).as(window.key()).isTrue();
      assertThat(coverage.complaints()).isEmpty();
    }
  }

  @Test
  void marginIsWhatIsLeftAfterRetentionAndSegmentOfTheTopicThatKeepsLongest() {
    assertThat(Coverage.of(Window.OUTBOX, DEFAULT, List.of(CHANGED, LOAN)).margin()).isEqualTo(DAY);
    assertThat(Coverage.of(Window.OUTBOX, Duration.ofDays(14), List.of(LOAN, CHANGED)).margin())
        .isZero();
  }

  @Test
  void claimsStayADayLongerAsCopiesRenewThemOnceADay() {
    Coverage coverage = Coverage.of(Window.DEDUP, Duration.ofDays(14), List.of(LOAN));

    assertThat(coverage.margin()).isEqualTo(-DAY);
    assertThat(coverage.complaints())
        .containsExactly(
            "libraryd.dedup.retention is 14d, it must be at least 15d: libraryd.loan keeps its"
                + " records for 14d (retention.ms=604800000 + segment.ms=604800000), and a claim is"
                + " renewed once in 1d");
  }

  @Test
  void windowThatIsTooShortNamesItsKeyItsValueAndTheTopicsSettings() {
    Coverage coverage = Coverage.of(Window.DEAD_LETTER, Duration.ofHours(36), List.of(LOAN));

    assertThat(coverage.suffices()).isFalse();
    assertThat(coverage.complaints())
        .containsExactly(
            "libraryd.dead-letter.retention is 36h, it must be at least 14d: libraryd.loan keeps"
                + " its records for 14d (retention.ms=604800000 + segment.ms=604800000)");
  }

  @Test
  void requiredLengthIsRoundedUpToWhatCanBeConfigured() {
    TopicReach odd = deleted("t", 1_200, 1_001);

    assertThat(Coverage.of(Window.OUTBOX, Duration.ofSeconds(2), List.of(odd)).complaints())
        .first()
        .asString()
        .contains("is 2s, it must be at least 3s");
    assertThat(Coverage.of(Window.OUTBOX, Duration.ofSeconds(3), List.of(odd)).suffices()).isTrue();
  }

  @Test
  void endlessRetentionIsCoveredByNothing() {
    TopicReach endless = deleted("t", -1, WEEK_MILLIS);

    Coverage coverage = Coverage.of(Window.OUTBOX, Duration.ofDays(36_500), List.of(LOAN, endless));

    assertThat(coverage.margin()).isNegative().isInfinite();
    assertThat(coverage.complaints())
        .containsExactly(
            "libraryd.outbox.retention is 36500d, but t keeps its records without end"
                + " (retention.ms=-1)");
  }

  @Test
  void compactedTopicsAreCoveredByNothingUnlessTheyAlsoDelete() {
    assertThat(reach("t", "compact", WEEK_MILLIS, WEEK_MILLIS).seconds()).isInfinite();
    assertThat(reach("t", "compact", WEEK_MILLIS, WEEK_MILLIS).because())
        .isEqualTo("cleanup.policy=compact");
    assertThat(reach("t", "", WEEK_MILLIS, WEEK_MILLIS).seconds()).isInfinite();
    assertThat(reach("t", "compact,delete", WEEK_MILLIS, WEEK_MILLIS).seconds())
        .isEqualTo(14 * DAY);
    assertThat(reach("t", "delete, compact", WEEK_MILLIS, WEEK_MILLIS).seconds())
        .isEqualTo(14 * DAY);
    assertThat(reach("t", "compact, delete", WEEK_MILLIS, WEEK_MILLIS).seconds())
        .isEqualTo(14 * DAY);
  }

  @Test
  void longestSettingsDoNotOverflow() {
    assertThat(deleted("t", Long.MAX_VALUE, Long.MAX_VALUE).seconds()).isPositive().isFinite();
    assertThat(
            Coverage.of(
                    Window.OUTBOX, DEFAULT, List.of(deleted("t", Long.MAX_VALUE, Long.MAX_VALUE)))
                .suffices())
        .isFalse();
  }

  @Test
  void unknownReachIsNoCoverageAndNamesTheCause() {
    TopicReach unknown =
        TopicReach.unknown("t", "the right DESCRIBE_CONFIGS on topic t is missing");

    Coverage coverage = Coverage.of(Window.LOAN, DEFAULT, List.of(LOAN, unknown));

    assertThat(coverage.margin()).isNaN();
    assertThat(coverage.suffices()).isFalse();
    assertThat(coverage.complaints())
        .containsExactly(
            "libraryd.loan.retention cannot be checked: the right DESCRIBE_CONFIGS on topic t is"
                + " missing");
  }

  @Test
  void windowKnownToBeTooShortIsNegativeWhateverElseIsUnknown() {
    TopicReach unknown = TopicReach.unknown("t", "cause");

    Coverage coverage = Coverage.of(Window.OUTBOX, Duration.ofDays(13), List.of(unknown, LOAN));

    assertThat(coverage.margin()).isEqualTo(-DAY);
    assertThat(coverage.complaints()).hasSize(2);
  }

  private static TopicReach deleted(String topic, long retentionMillis, long segmentMillis) {
    return reach(topic, "delete", retentionMillis, segmentMillis);
  }

  private static TopicReach reach(
      String topic, String policy, long retentionMillis, long segmentMillis) {
    Map<String, String> settings =
        Map.of(
            "cleanup.policy", policy,
            "retention.ms", Long.toString(retentionMillis),
            "segment.ms", Long.toString(segmentMillis));
    return TopicReach.of(topic, name -> settings.getOrDefault(name, ""));
  }
}
