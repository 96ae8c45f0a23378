package org.libraryd.loan;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.libraryd.deadletter.DeadLetter;

/**
 * One loan of a batch: as it was read, as it stands after the events judged so far, and what waits
 * for it.
 */
final class LoanCase {
  private final @Nullable Loan seen;
  private @Nullable Loan now;
  private final List<DeadLetter> parked = new ArrayList<>();

  LoanCase(@Nullable Loan seen) {
    this.seen = seen;
    this.now = seen;
  }

  @Nullable Loan seen() {
    return seen;
  }

  @Nullable Loan now() {
    return now;
  }

  boolean changed() {
    return !Objects.equals(now, seen);
  }

  void moveTo(Loan next) {
    now = next;
  }

  /** What waits for this loan, in order of arrival. */
  List<DeadLetter> parked() {
    return parked;
  }

  void park(DeadLetter letter) {
    int position = parked.size();
    // A row parked anew keeps its place among the others.
    while (position > 0 && parked.get(position - 1).arrival() > letter.arrival()) {
      position--;
    }
    parked.add(position, letter);
  }
}
