package org.libraryd.loan;

/**
 * A row of loan.
 *
 * @param version dense from 1, raised by every event that takes effect
 */
record Loan(String loanId, String bookId, String memberId, LoanStatus status, long version) {
  Loan movedTo(LoanStatus next) {
    return new Loan(loanId, bookId, memberId, next, version + 1);
  }
}
