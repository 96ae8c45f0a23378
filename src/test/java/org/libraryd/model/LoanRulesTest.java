package org.libraryd.model;

import static org.assertj.core.api.Assertions.assertThat;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.libraryd.model.Arrival.Content;
import org.libraryd.model.Arrival.Event;
import org.libraryd.model.ReferenceModel.Loan;

/** The state table of the contract, cell by cell. */
class LoanRulesTest {

  private final OneLoan desk = new OneLoan();
  private final ReferenceModel model = desk.model;

  @ParameterizedTest(name = "{0} and {1} give {2}, then {3}")
  @CsvSource(
      nullValues = "-",
      textBlock =
          """
          -,         CREATED,   APPLIED,                     CREATED
          -,         APPROVED,  PARKED,                      -
          -,         RETURNED,  PARKED,                      -
          -,         CANCELLED, PARKED,                      -
          -,         OVERDUE,   PARKED,                      -
          CREATED,   CREATED,   UNCHANGED,                   CREATED
          CREATED,   APPROVED,  APPLIED,                     APPROVED
          CREATED,   RETURNED,  PARKED,                      CREATED
          CREATED,   CANCELLED, APPLIED,                     CANCELLED
          CREATED,   OVERDUE,   PARKED,                      CREATED
          APPROVED,  CREATED,   REJECTED illegal-transition, APPROVED
          APPROVED,  APPROVED,  UNCHANGED,                   APPROVED
          APPROVED,  RETURNED,  APPLIED,                     RETURNED
          APPROVED,  CANCELLED, REJECTED illegal-transition, APPROVED
          APPROVED,  OVERDUE,   APPLIED,                     APPROVED
          RETURNED,  CREATED,   REJECTED terminal-state,     RETURNED
          RETURNED,  APPROVED,  REJECTED terminal-state,     RETURNED
          RETURNED,  RETURNED,  REJECTED terminal-state,     RETURNED
          RETURNED,  CANCELLED, REJECTED terminal-state,     RETURNED
          RETURNED,  OVERDUE,   REJECTED terminal-state,     RETURNED
          CANCELLED, CREATED,   REJECTED terminal-state,     CANCELLED
          CANCELLED, APPROVED,  REJECTED terminal-state,     CANCELLED
          CANCELLED, RETURNED,  REJECTED terminal-state,     CANCELLED
          CANCELLED, CANCELLED, REJECTED terminal-state,     CANCELLED
          CANCELLED, OVERDUE,   REJECTED terminal-state,     CANCELLED
          """)
  void everyStateMeetsEveryEvent(
      @Nullable Status now, Kind kind, String verdict, @Nullable Status after) {
    desk.bringTo(now);
    Loan before = model.loans().get("L");

    assertThat(desk.tell("x", kind)).hasToString(verdict);

    Loan loan = model.loans().get("L");
    assertThat(loan == null ? null : loan.status()).isEqualTo(after);
    int rise = verdict.equals("APPLIED") ? 1 : 0;
    assertThat(loan == null ? 0 : loan.version())
        .isEqualTo((before == null ? 0 : before.version()) + rise);
    boolean claimed = !verdict.startsWith("REJECTED");
    assertThat(model.claims().containsKey("x")).isEqualTo(claimed);
    assertThat(model.deadLetterCopies()).hasSize(claimed ? 0 : 1);
  }

  @ParameterizedTest(name = "{0}, wrong {2} on {1}: {3}")
  @CsvSource(
      nullValues = "-",
      textBlock =
          """
          -,        APPROVED,  book,   PARKED
          CREATED,  CREATED,   book,   REJECTED conflicting-loan
          CREATED,  APPROVED,  member, REJECTED conflicting-loan
          CREATED,  RETURNED,  book,   REJECTED conflicting-loan
          APPROVED, APPROVED,  book,   REJECTED conflicting-loan
          APPROVED, OVERDUE,   member, REJECTED conflicting-loan
          APPROVED, CREATED,   book,   REJECTED illegal-transition
          RETURNED, RETURNED,  book,   REJECTED terminal-state
          """)
  void anEventAboutAnotherBookOrMemberIsJudgedAfterTheState(
      @Nullable Status now, Kind kind, String wrong, String verdict) {
    desk.bringTo(now);
    boolean book = wrong.equals("book");
    Content content = new Content(kind, "L", book ? "B2" : "B", book ? "M" : "M2", OneLoan.NOON);

    assertThat(desk.deliver(new Event("x", content))).hasToString(verdict);
  }
}
