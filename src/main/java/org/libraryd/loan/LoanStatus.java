package org.libraryd.loan;

/** Where a loan stands. */
public enum LoanStatus {
  /** Asked for; moves on by approval or cancellation. */
  CREATED,
  /** Handed out; moves on by return, and may fall overdue any number of times. */
  APPROVED,
  /** Brought back. Final. */
  RETURNED,
  /** Called off before it was handed out. Final. */
  CANCELLED
}
