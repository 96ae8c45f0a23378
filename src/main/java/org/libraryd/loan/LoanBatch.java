package org.libraryd.loan;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.libraryd.deadletter.DeadLetter;
import org.libraryd.deadletter.DeadLetterBook;
import org.libraryd.idempotency.Deliveries;
import org.libraryd.idempotency.Outcome;
import org.libraryd.idempotency.Verdict;
import org.libraryd.wire.Decoded;
import org.libraryd.wire.Delivery;
import org.libraryd.wire.LoanEvent;
import org.libraryd.wire.Reason;

/**
 * Judges the events of a batch in memory, one after the other, each against the state that those
 * before it left. After each change of a loan its parked events are judged in order of arrival,
 * again from the first after each success, until a pass moves nothing.
 */
final class LoanBatch {
  /** An event that took effect, with the loan as it left it. */
  record Change(LoanEvent event, Loan loan, @Nullable String traceparent) {}

  private final Deliveries deliveries;
  private final DeadLetterBook letters;
  private final int parkedMax;
  private final Map<String, LoanCase> cases = new TreeMap<>();
  private final List<Change> changes = new ArrayList<>();

  LoanBatch(Deliveries deliveries, DeadLetterBook letters, int parkedMax) {
    this.deliveries = deliveries;
    this.letters = letters;
    this.parkedMax = parkedMax;
  }

  void add(String loanId, @Nullable Loan seen) {
    cases.put(loanId, new LoanCase(seen));
  }

  void addParked(DeadLetter letter) {
    LoanEvent event = letter.event();
    if (event != null) {
      loanCase(event).park(letter);
    }
  }

  DeadLetterBook letters() {
    return letters;
  }

  /** The loans in the order of their ids. */
  Map<String, LoanCase> cases() {
    return cases;
  }

  /** What took effect, in order. */
  List<Change> changes() {
    return changes;
  }

  /** Decides a delivery; {@code known} is what decoding or the claims have answered already. */
  Verdict decide(Delivery delivery, @Nullable Verdict known) {
    if (letters.closed(delivery)) {
      return Verdict.DUPLICATE;
    }
    return letters.follow(delivery, known == null ? judge(delivery) : known);
  }

  private Verdict judge(Delivery delivery) {
    LoanEvent event = ((Decoded.Accepted) delivery.decoded()).event();
    LoanCase loanCase = loanCase(event);
    Judgement judgement = judge(loanCase.now(), event);
    if (judgement.verdict().outcome() == Outcome.PARKED) {
      return park(delivery, loanCase);
    }
    take(loanCase, event, judgement, delivery);
    if (judgement.next() != null && !deliveries.leavesFollowers()) {
      release(loanCase);
    }
    return judgement.verdict();
  }

  private Verdict park(Delivery delivery, LoanCase loanCase) {
    if (loanCase.parked().size() >= parkedMax) {
      return Verdict.rejected(
          Reason.PARKING_FULL, parkedMax + " events are waiting for this loan already");
    }
    loanCase.park(letters.park(delivery));
    return Verdict.PARKED;
  }

  /** Judges what waits for a loan until nothing moves. */
  void release(LoanCase loanCase) {
    DeadLetter next = nextReleasable(loanCase);
    while (next != null) {
      release(loanCase, next);
      next = nextReleasable(loanCase);
    }
  }

  /** The first event that waits for a loan and need not wait any longer, or null. */
  @Nullable DeadLetter nextReleasable(LoanCase loanCase) {
    return loanCase.parked().stream()
        .filter(letter -> judgeParked(loanCase, letter).verdict().outcome() != Outcome.PARKED)
        .findFirst()
        .orElse(null);
  }

  /** Releases one event, and nothing that waits behind it. */
  void release(LoanCase loanCase, DeadLetter letter) {
    Judgement judgement = judgeParked(loanCase, letter);
    loanCase.parked().remove(letter);
    Reason reason = judgement.verdict().reason();
    if (reason == null) {
      take(loanCase, event(letter), judgement, letter.delivery());
      letters.release(letter);
    } else {
      letters.die(letter, reason, judgement.verdict().detail());
    }
    deliveries.releaseParked(letter.source(), event(letter), judgement.verdict());
  }

  private Judgement judgeParked(LoanCase loanCase, DeadLetter letter) {
    LoanEvent event = event(letter);
    return deliveries.appliedBefore(event)
        ? Judgement.without(Verdict.DUPLICATE)
        : judge(loanCase.now(), event);
  }

  private static Judgement judge(@Nullable Loan now, LoanEvent event) {
    Judgement judgement = LoanStateMachine.judge(now == null ? null : now.status(), event.type());
    if (judgement.verdict().outcome() != Outcome.REJECTED && now != null && conflicts(now, event)) {
      return Judgement.without(
          Verdict.rejected(Reason.CONFLICTING_LOAN, "The loan is of another book or member"));
    }
    return judgement;
  }

  private void take(LoanCase loanCase, LoanEvent event, Judgement judgement, Delivery delivery) {
    LoanStatus next = judgement.next();
    if (next != null) {
      Loan now = loanCase.now();
      Loan loan = now == null ? created(event) : now.movedTo(next);
      loanCase.moveTo(loan);
      changes.add(new Change(event, loan, delivery.traceparent()));
    }
  }

  private static boolean conflicts(Loan loan, LoanEvent event) {
    return (event.bookId() != null && !event.bookId().equals(loan.bookId()))
        || (event.memberId() != null && !event.memberId().equals(loan.memberId()));
  }

  private static Loan created(LoanEvent event) {
    String bookId = event.bookId();
    String memberId = event.memberId();
    if (bookId == null || memberId == null) {
      throw new IllegalStateException("Decoding lets no created event without book or member in");
    }
    return new Loan(event.loanId(), bookId, memberId, LoanStatus.CREATED, 1);
  }

  private LoanCase loanCase(LoanEvent event) {
    LoanCase loanCase = cases.get(event.loanId());
    if (loanCase == null) {
      throw new IllegalStateException("Loan was not read: " + event.loanId());
    }
    return loanCase;
  }

  private static LoanEvent event(DeadLetter letter) {
    LoanEvent event = letter.event();
    if (event == null) {
      throw new IllegalStateException("A parked record that is no event: " + letter.id());
    }
    return event;
  }
}
