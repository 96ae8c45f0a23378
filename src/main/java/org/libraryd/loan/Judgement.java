package org.libraryd.loan;

import org.jspecify.annotations.Nullable;
import org.libraryd.idempotency.Verdict;

/**
 * What the state machine says of an event.
 *
 * @param next the status after it, or null where the event does not take effect
 */
record Judgement(Verdict verdict, @Nullable LoanStatus next) {
  static Judgement moveTo(LoanStatus next) {
    return new Judgement(Verdict.APPLIED, next);
  }

  static Judgement without(Verdict verdict) {
    return new Judgement(verdict, null);
  }
}
