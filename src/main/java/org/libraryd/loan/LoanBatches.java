package org.libraryd.loan;

import jakarta.enterprise.context.ApplicationScoped;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.libraryd.deadletter.DeadLetterBook;
import org.libraryd.deadletter.DeadLetters;
import org.libraryd.idempotency.AppliedBefore;
import org.libraryd.idempotency.AppliedBeforeException;
import org.libraryd.idempotency.Deliveries;
import org.libraryd.idempotency.StaleReadException;
import org.libraryd.outbox.OutboxMessage;
import org.libraryd.outbox.OutboxRepository;
import org.libraryd.wire.TopicConfig;

/** Reads what a batch is judged against, and writes what came of it: each loan once. */
@ApplicationScoped
class LoanBatches {
  private final LoanRepository loans;
  private final DeadLetters deadLetters;
  private final OutboxRepository outbox;
  private final ParkingConfig parking;
  private final LoanChanged loanChanged;

  LoanBatches(
      LoanRepository loans,
      DeadLetters deadLetters,
      OutboxRepository outbox,
      ParkingConfig parking,
      TopicConfig topics) {
    this.loans = loans;
    this.deadLetters = deadLetters;
    this.outbox = outbox;
    this.parking = parking;
    this.loanChanged = new LoanChanged(LoanEventHandler.CONSUMER, topics.changed());
  }

  /** Opens a batch on loans that have been read and locked; those not found do not exist yet. */
  LoanBatch open(
      Deliveries deliveries, DeadLetterBook letters, Collection<String> loanIds, List<Loan> found) {
    LoanBatch batch = new LoanBatch(deliveries, letters, parking.perLoan());
    loanIds.forEach(loanId -> batch.add(loanId, null));
    found.forEach(loan -> batch.add(loan.loanId(), loan));
    deadLetters.parked(LoanEventHandler.CONSUMER, loanIds).forEach(batch::addParked);
    return batch;
  }

  /**
   * Writes loans, dead letters and the outbox, in this order of locks.
   *
   * @throws StaleReadException where another transaction has changed a row since it was read
   * @throws AppliedBeforeException where an outbox row says that an event is older than its claim
   */
  void write(LoanBatch batch) {
    List<Loan> created = new ArrayList<>();
    List<LoanRepository.Move> moved = new ArrayList<>();
    for (LoanCase loanCase : batch.cases().values()) {
      Loan seen = loanCase.seen();
      Loan now = loanCase.now();
      if (now != null && seen == null) {
        created.add(now);
      } else if (now != null && seen != null && loanCase.changed()) {
        moved.add(new LoanRepository.Move(seen, now));
      }
    }
    require(loans.insert(created), created);
    require(loans.move(moved), moved);
    append(batch, deadLetters.write(batch.letters()));
  }

  private void append(LoanBatch batch, List<OutboxMessage> dead) {
    Map<String, AppliedBefore> causes = new HashMap<>();
    List<OutboxMessage> messages = new ArrayList<>();
    for (LoanBatch.Change change : batch.changes()) {
      OutboxMessage message = loanChanged.of(change);
      causes.put(message.eventId(), AppliedBefore.of(change.event()));
      messages.add(message);
    }
    messages.addAll(dead);
    causes.keySet().removeAll(outbox.append(messages));
    if (!causes.isEmpty()) {
      throw new AppliedBeforeException(Set.copyOf(causes.values()));
    }
  }

  private static void require(int count, List<?> rows) {
    if (count != rows.size()) {
      throw new StaleReadException("Another transaction has changed a loan of this batch");
    }
  }
}
