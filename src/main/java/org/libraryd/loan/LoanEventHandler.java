package org.libraryd.loan;

import io.quarkus.narayana.jta.runtime.TransactionConfiguration;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.transaction.Transactional;
import jakarta.transaction.Transactional.TxType;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.stream.Collectors;
import org.libraryd.idempotency.Deliveries;
import org.libraryd.idempotency.Idempotent;
import org.libraryd.idempotency.IdempotentHandler;
import org.libraryd.wire.Decoded;
import org.libraryd.wire.Delivery;

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
  private final LoanBatches batches;

  LoanEventHandler(LoanRepository loans, LoanBatches batches) {
    this.loans = loans;
    this.batches = batches;
  }

  @Override
  @Transactional(TxType.REQUIRES_NEW)
  @TransactionConfiguration(timeout = TRANSACTION_SECONDS)
  @Idempotent(consumer = CONSUMER)
  public void handle(Deliveries deliveries) {
    Set<String> loanIds = loanIds(deliveries);
    LoanBatch batch = batches.open(deliveries, loanIds, loans.findLocked(loanIds));
    deliveries.decideEach(batch::decide);
    batches.write(batch);
  }

  private static Set<String> loanIds(Deliveries deliveries) {
    return deliveries.all().stream()
        .map(Delivery::decoded)
        .filter(Decoded.Accepted.class::isInstance)
        .map(decoded -> ((Decoded.Accepted) decoded).event().loanId())
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }
}
