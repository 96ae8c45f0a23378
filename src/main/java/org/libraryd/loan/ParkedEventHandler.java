package org.libraryd.loan;

import io.quarkus.narayana.jta.runtime.TransactionConfiguration;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.transaction.Transactional;
import jakarta.transaction.Transactional.TxType;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.libraryd.deadletter.DeadLetter;
import org.libraryd.deadletter.DeadLetterBook;
import org.libraryd.deadletter.DeadLetters;
import org.libraryd.idempotency.Deliveries;
import org.libraryd.idempotency.Idempotent;
import org.libraryd.idempotency.Verdict;
import org.libraryd.wire.LoanEvent;
import org.libraryd.wire.Reason;

/**
 * Decides events that were parked earlier, outside a batch of records. Whoever's conditional change
 * of the parked row counts 1 owns the event; rows and loans that others have locked are passed
 * over.
 *
 * <p>Each method is a transaction of its own and takes {@link Deliveries#none()}, which carries the
 * claims that the events held.
 */
@ApplicationScoped
public class ParkedEventHandler {
  private final LoanRepository loans;
  private final LoanBatches batches;
  private final DeadLetters deadLetters;

  ParkedEventHandler(LoanRepository loans, LoanBatches batches, DeadLetters deadLetters) {
    this.loans = loans;
    this.batches = batches;
    this.deadLetters = deadLetters;
  }

  /** Judges all that waits for these loans. */
  @Transactional(TxType.REQUIRES_NEW)
  @TransactionConfiguration(timeout = LoanEventHandler.TRANSACTION_SECONDS)
  @Idempotent(consumer = LoanEventHandler.CONSUMER)
  public void release(Deliveries none, Collection<String> loanIds) {
    LoanBatch batch = open(none, loanIds);
    batch.cases().values().forEach(batch::release);
    batches.write(batch);
  }

  /** The id of the first event that waits for this loan and need not wait any longer, or null. */
  @Transactional(TxType.REQUIRES_NEW)
  @TransactionConfiguration(timeout = LoanEventHandler.TRANSACTION_SECONDS)
  public @Nullable String nextReleasable(String loanId) {
    LoanBatch batch = open(Deliveries.none(), List.of(loanId));
    return batch.cases().values().stream()
        .map(batch::nextReleasable)
        .filter(Objects::nonNull)
        .map(DeadLetter::id)
        .findFirst()
        .orElse(null);
  }

  /** Judges one event that waits for this loan, and nothing that waits behind it. */
  @Transactional(TxType.REQUIRES_NEW)
  @TransactionConfiguration(timeout = LoanEventHandler.TRANSACTION_SECONDS)
  @Idempotent(consumer = LoanEventHandler.CONSUMER)
  public void releaseOne(Deliveries none, String loanId, String letterId) {
    LoanBatch batch = open(none, List.of(loanId));
    for (LoanCase loanCase : batch.cases().values()) {
      List.copyOf(loanCase.parked()).stream()
          .filter(letter -> letter.id().equals(letterId))
          .forEach(letter -> batch.release(loanCase, letter));
    }
    batches.write(batch);
  }

  /** Rejects these events, as far as they are still parked. */
  @Transactional(TxType.REQUIRES_NEW)
  @TransactionConfiguration(timeout = LoanEventHandler.TRANSACTION_SECONDS)
  @Idempotent(consumer = LoanEventHandler.CONSUMER)
  public void reject(Deliveries none, Collection<String> letterIds, Reason reason, String detail) {
    DeadLetterBook letters = deadLetters.open(LoanEventHandler.CONSUMER);
    LoanBatch batch = batches.open(none, letters, List.of(), List.of());
    for (DeadLetter letter : deadLetters.parkedByIds(LoanEventHandler.CONSUMER, letterIds)) {
      letters.die(letter, reason, detail);
      LoanEvent event = letter.event();
      if (event != null) {
        none.releaseParked(letter.source(), event, Verdict.rejected(reason, detail));
      }
    }
    batches.write(batch);
  }

  private LoanBatch open(Deliveries none, Collection<String> loanIds) {
    List<Loan> found = loans.findUnlockedByOthers(loanIds);
    List<String> locked = found.stream().map(Loan::loanId).toList();
    return batches.open(none, deadLetters.open(LoanEventHandler.CONSUMER), locked, found);
  }
}
