package org.libraryd.fault;

import static org.libraryd.model.Kind.APPROVED;
import static org.libraryd.model.Kind.CANCELLED;
import static org.libraryd.model.Kind.CREATED;
import static org.libraryd.model.Kind.RETURNED;
import static org.libraryd.model.Verdict.APPLIED;
import static org.libraryd.model.Verdict.PARKED;

import org.libraryd.model.Draft;
import org.libraryd.model.Script;

/** What comes in before its time. */
final class OrderInputs {

  private static final int LOANS = 100;

  private OrderInputs() {}

  /** A17: the lives of loans backwards, on one partition and over three. */
  static void backwards(Script script) {
    for (int loan = 0; loan < LOANS; loan++) {
      backwards(script, "A17-one-" + loan, new int[] {0, 0, 0});
    }
    for (int loan = 0; loan < LOANS; loan++) {
      backwards(script, "A17-three-" + loan, new int[] {2, 1, 0});
    }
  }

  /** A18: events of loans nobody knows; one of them becomes known. */
  static void unknownLoan(Script script) {
    script
        .accepted(0, Draft.of(script.event(APPROVED, "A18-404")), PARKED)
        .accepted(0, Draft.of(script.event(RETURNED, "A18-405")), PARKED)
        .accepted(0, Draft.of(script.event(CANCELLED, "A18-406")), PARKED)
        .accepted(0, Draft.of(script.event(CREATED, "A18-404")), APPLIED);
  }

  private static void backwards(Script script, String loanId, int[] partitions) {
    script
        .accepted(partitions[0], Draft.of(script.event(RETURNED, loanId)), PARKED)
        .accepted(partitions[1], Draft.of(script.event(APPROVED, loanId)), PARKED)
        .accepted(partitions[2], Draft.of(script.event(CREATED, loanId)), APPLIED);
  }
}
