package org.libraryd.loan;

import io.quarkus.narayana.jta.runtime.TransactionConfiguration;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.transaction.Transactional;
import jakarta.transaction.Transactional.TxType;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.libraryd.deadletter.DeadLetterBook;
import org.libraryd.deadletter.DeadLetters;
import org.libraryd.idempotency.AppliedBefore;
import org.libraryd.idempotency.AppliedBeforeException;
import org.libraryd.idempotency.Deliveries;
import org.libraryd.idempotency.Idempotent;
import org.libraryd.idempotency.IdempotentHandler;
import org.libraryd.idempotency.StaleReadException;
import org.libraryd.outbox.OutboxMessage;
import org.libraryd.outbox.OutboxRepository;
import org.libraryd.wire.Decoded;
import org.libraryd.wire.Delivery;
import org.libraryd.wire.TopicConfig;

/**
 * Lets each event of a batch take effect on its loan once: claim, loan change, outbox row and dead
 * letter in one transaction, with a fixed number of statements whatever the size of the batch.
 *
 * <p>Locks in the one order of all: consumed_event, loan, dead_letter, outbox.
 */
@ApplicationScoped
public class LoanEventHandler implements IdempotentHandler {
  public static final String CONSUMER = "loan-lifecycle";
  static final int TRANSACTION_SECONDS = 30;

  private final LoanRepository loans;
  private final DeadLetters deadLetters;
  private final OutboxRepository outbox;
  private final ParkingConfig parking;
  private final LoanChanged loanChanged;

  LoanEventHandler(
      LoanRepository loans,
      DeadLetters deadLetters,
      OutboxRepository outbox,
      ParkingConfig parking,
      TopicConfig topics) {
    this.loans = loans;
    this.deadLetters = deadLetters;
    this.outbox = outbox;
    this.parking = parking;
    this.loanChanged = new LoanChanged(CONSUMER, topics.changed());
  }

  @Override
  @Transactional(TxType.REQUIRES_NEW)
  @TransactionConfiguration(timeout = TRANSACTION_SECONDS)
  @Idempotent(consumer = CONSUMER)
  public void handle(Deliveries deliveries) {
    Set<String> loanIds = loanIds(deliveries);
    LoanBatch batch = open(deliveries, loanIds, loans.findLocked(loanIds));
    deliveries.decideEach(batch::decide);
    write(batch);
  }

  private LoanBatch open(Deliveries deliveries, Collection<String> loanIds, List<Loan> found) {
    DeadLetterBook letters = deadLetters.open(CONSUMER, deliveries);
    LoanBatch batch = new LoanBatch(deliveries, letters, parking.perLoan());
    loanIds.forEach(loanId -> batch.add(loanId, null));
    found.forEach(loan -> batch.add(loan.loanId(), loan));
    deadLetters.parked(CONSUMER, loanIds).forEach(batch::addParked);
    return batch;
  }

  private void write(LoanBatch batch) {
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

  private static Set<String> loanIds(Deliveries deliveries) {
    return deliveries.all().stream()
        .map(Delivery::decoded)
        .filter(Decoded.Accepted.class::isInstance)
        .map(decoded -> ((Decoded.Accepted) decoded).event().loanId())
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }
}
