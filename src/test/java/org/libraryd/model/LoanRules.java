package org.libraryd.model;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.libraryd.model.Arrival.Content;
import org.libraryd.model.ReferenceModel.Loan;

/** The state table of a loan, cell by cell. */
final class LoanRules {

  private LoanRules() {}

  static Verdict judge(@Nullable Loan loan, Content event) {
    if (loan == null) {
      return event.kind() == Kind.CREATED ? Verdict.APPLIED : Verdict.PARKED;
    }
    Verdict byState = byState(loan.status(), event.kind());
    if (!byState.isRejected() && conflicts(loan, event)) {
      return Verdict.rejected("conflicting-loan");
    }
    return byState;
  }

  static Status after(@Nullable Loan loan, Kind kind) {
    return switch (kind) {
      case CREATED -> Status.CREATED;
      case APPROVED -> Status.APPROVED;
      case RETURNED -> Status.RETURNED;
      case CANCELLED -> Status.CANCELLED;
      case OVERDUE -> Objects.requireNonNull(loan).status();
    };
  }

  private static Verdict byState(Status now, Kind event) {
    return switch (now) {
      case CREATED ->
          switch (event) {
            case CREATED -> Verdict.UNCHANGED;
            case APPROVED, CANCELLED -> Verdict.APPLIED;
            case RETURNED, OVERDUE -> Verdict.PARKED;
          };
      case APPROVED ->
          switch (event) {
            case APPROVED -> Verdict.UNCHANGED;
            case RETURNED, OVERDUE -> Verdict.APPLIED;
            case CREATED, CANCELLED -> Verdict.rejected("illegal-transition");
          };
      case RETURNED, CANCELLED -> Verdict.rejected("terminal-state");
    };
  }

  private static boolean conflicts(Loan loan, Content event) {
    return differs(event.bookId(), loan.bookId()) || differs(event.memberId(), loan.memberId());
  }

  private static boolean differs(@Nullable String given, String own) {
    return given != null && !given.equals(own);
  }
}
