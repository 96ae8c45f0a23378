package org.libraryd.loan;

import io.quarkus.narayana.jta.runtime.TransactionConfiguration;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.transaction.Transactional;
import jakarta.transaction.Transactional.TxType;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.libraryd.deadletter.DeadLetterBook;
import org.libraryd.deadletter.DeadLetterSummary;
import org.libraryd.deadletter.DeadLetters;
import org.libraryd.deadletter.RedriveHandler;
import org.libraryd.idempotency.Deliveries;
import org.libraryd.idempotency.Idempotent;
import org.libraryd.idempotency.IdempotentHandler;
import org.libraryd.wire.Decoded;
import org.libraryd.wire.LoanEvent;
import org.libraryd.wire.LoanEventDecoder;

/**
 * Lets each event of a batch take effect on its loan once: claim, loan change, outbox row and dead
 * letter in one transaction, with a fixed number of statements whatever the size of the batch.
 *
 * <p>Locks in the one order of all: consumed_event, loan, dead_letter, outbox.
 */
@ApplicationScoped
public class LoanEventHandler implements IdempotentHandler, RedriveHandler {
  public static final String CONSUMER = "loan-lifecycle";
  static final int TRANSACTION_SECONDS = 30;

  private final LoanRepository loans;
  private final LoanBatches batches;
  private final DeadLetters deadLetters;
  private final LoanEventDecoder decoder;

  LoanEventHandler(
      LoanRepository loans,
      LoanBatches batches,
      DeadLetters deadLetters,
      LoanEventDecoder decoder) {
    this.loans = loans;
    this.batches = batches;
    this.deadLetters = deadLetters;
    this.decoder = decoder;
  }

  @Override
  public String consumer() {
    return CONSUMER;
  }

  @Override
  public Decoded decode(ConsumerRecord<byte[], byte[]> source) {
    return decoder.decode(source);
  }

  @Override
  @Transactional(TxType.REQUIRES_NEW)
  @TransactionConfiguration(timeout = TRANSACTION_SECONDS)
  @Idempotent(consumer = CONSUMER)
  public void handle(Deliveries deliveries) {
    decide(deliveries, () -> deadLetters.open(CONSUMER, deliveries));
  }

  @Override
  @Transactional(TxType.MANDATORY)
  @Idempotent(consumer = CONSUMER)
  public Set<String> redrive(Deliveries deliveries, Collection<DeadLetterSummary> rows) {
    return decide(deliveries, () -> deadLetters.reopen(CONSUMER, rows)).rows();
  }

  private DeadLetterBook decide(Deliveries deliveries, Supplier<DeadLetterBook> opened) {
    Set<String> loanIds =
        deliveries.open().stream()
            .map(LoanEvent::loanId)
            .collect(Collectors.toCollection(LinkedHashSet::new));
    List<Loan> found = loans.findLocked(loanIds);
    DeadLetterBook letters = opened.get();
    LoanBatch batch = batches.open(deliveries, letters, loanIds, found);
    deliveries.decideEach(batch::decide);
    batches.write(batch);
    return letters;
  }
}
