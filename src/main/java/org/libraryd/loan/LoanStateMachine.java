package org.libraryd.loan;

import org.jspecify.annotations.Nullable;
import org.libraryd.idempotency.Verdict;
import org.libraryd.wire.EventType;
import org.libraryd.wire.Reason;

/**
 * Says what an event does to a loan, from the loan's status alone. Pure.
 *
 * <pre>
 * CREATED ──approved──► APPROVED ──returned──► RETURNED (final)
 *    └──cancelled──► CANCELLED (final)          overdue: only while APPROVED, any number of times
 * </pre>
 *
 * <p>The same state again is a repeat and changes nothing, unless it is final; what can become
 * legal later is too early; what never can is refused, and so is everything after the end.
 */
final class LoanStateMachine {
  private LoanStateMachine() {}

  /**
   * @param now the loan's status, or null where there is no such loan yet
   */
  static Judgement judge(@Nullable LoanStatus now, EventType event) {
    if (now == null) {
      return event == EventType.CREATED
          ? Judgement.moveTo(LoanStatus.CREATED)
          : Judgement.without(Verdict.PARKED);
    }
    return switch (now) {
      case CREATED ->
          switch (event) {
            case CREATED -> Judgement.without(Verdict.UNCHANGED);
            case APPROVED -> Judgement.moveTo(LoanStatus.APPROVED);
            case CANCELLED -> Judgement.moveTo(LoanStatus.CANCELLED);
            case RETURNED, OVERDUE -> Judgement.without(Verdict.PARKED);
          };
      case APPROVED ->
          switch (event) {
            case APPROVED -> Judgement.without(Verdict.UNCHANGED);
            case RETURNED -> Judgement.moveTo(LoanStatus.RETURNED);
            case OVERDUE -> Judgement.moveTo(LoanStatus.APPROVED);
            case CREATED, CANCELLED -> refused(Reason.ILLEGAL_TRANSITION, now, event);
          };
      case RETURNED, CANCELLED -> refused(Reason.TERMINAL_STATE, now, event);
    };
  }

  private static Judgement refused(Reason reason, LoanStatus now, EventType event) {
    return Judgement.without(Verdict.rejected(reason, "A loan that is " + now + " met " + event));
  }
}
