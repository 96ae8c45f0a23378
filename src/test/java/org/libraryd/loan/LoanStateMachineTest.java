package org.libraryd.loan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.libraryd.wire.EventType;
import org.libraryd.wire.Reason;

/** Every state and every event, one line each. */
class LoanStateMachineTest {
  private static final String NONE = "none";

  @ParameterizedTest(name = "{0} met {1}: {2}")
  @CsvSource(
      textBlock =
          """
          none,      CREATED,   APPLIED to CREATED
          none,      APPROVED,  PARKED
          none,      RETURNED,  PARKED
          none,      CANCELLED, PARKED
          none,      OVERDUE,   PARKED
          CREATED,   CREATED,   UNCHANGED
          CREATED,   APPROVED,  APPLIED to APPROVED
          CREATED,   RETURNED,  PARKED
          CREATED,   CANCELLED, APPLIED to CANCELLED
          CREATED,   OVERDUE,   PARKED
          APPROVED,  CREATED,   REJECTED illegal-transition
          APPROVED,  APPROVED,  UNCHANGED
          APPROVED,  RETURNED,  APPLIED to RETURNED
          APPROVED,  CANCELLED, REJECTED illegal-transition
          APPROVED,  OVERDUE,   APPLIED to APPROVED
          RETURNED,  CREATED,   REJECTED terminal-state
          RETURNED,  APPROVED,  REJECTED terminal-state
          RETURNED,  RETURNED,  REJECTED terminal-state
          RETURNED,  CANCELLED, REJECTED terminal-state
          RETURNED,  OVERDUE,   REJECTED terminal-state
          CANCELLED, CREATED,   REJECTED terminal-state
          CANCELLED, APPROVED,  REJECTED terminal-state
          CANCELLED, RETURNED,  REJECTED terminal-state
          CANCELLED, CANCELLED, REJECTED terminal-state
          CANCELLED, OVERDUE,   REJECTED terminal-state
          """)
  void judgesAsTheTableSays(String now, EventType event, String expected) {
    assertThat(judge(now, event)).isEqualTo(expected);
  }

  /** The seed's second assertion. */
  @Test
  void approvedToApprovedSucceedsWithoutEffectAndApprovedToCreatedIsRefused() {
    assertThat(judge("APPROVED", EventType.APPROVED)).isEqualTo("UNCHANGED");
    assertThat(judge("APPROVED", EventType.CREATED)).isEqualTo("REJECTED illegal-transition");
  }

  @Test
  void finalStatesAreLeftByNoEvent() {
    assertThat(List.of("RETURNED", "CANCELLED"))
        .allSatisfy(
            state ->
                assertThat(Arrays.stream(EventType.values()).map(event -> judge(state, event)))
                    .containsOnly("REJECTED terminal-state"));
  }

  private static String judge(String now, EventType event) {
    Judgement judgement =
        LoanStateMachine.judge(now.equals(NONE) ? null : LoanStatus.valueOf(now), event);
    Reason reason = judgement.verdict().reason();
    String outcome = judgement.verdict().outcome().name();
    if (reason != null) {
      return outcome + " " + reason.label();
    }
    return judgement.next() == null ? outcome : outcome + " to " + judgement.next();
  }
}
