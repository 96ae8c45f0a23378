package org.libraryd.notice;

import io.quarkus.narayana.jta.runtime.TransactionConfiguration;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.transaction.Transactional;
import jakarta.transaction.Transactional.TxType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.libraryd.deadletter.DeadLetterBook;
import org.libraryd.deadletter.DeadLetters;
import org.libraryd.idempotency.AppliedBefore;
import org.libraryd.idempotency.AppliedBeforeException;
import org.libraryd.idempotency.Deliveries;
import org.libraryd.idempotency.Idempotent;
import org.libraryd.idempotency.IdempotentHandler;
import org.libraryd.idempotency.Verdict;
import org.libraryd.outbox.OutboxMessage;
import org.libraryd.outbox.OutboxRepository;
import org.libraryd.wire.Decoded;
import org.libraryd.wire.Delivery;
import org.libraryd.wire.LoanEvent;
import org.libraryd.wire.Reason;
import org.libraryd.wire.TopicConfig;

/** Writes a notice for each change that concerns its member, once per event id of the change. */
@ApplicationScoped
public class NoticeHandler implements IdempotentHandler {
  public static final String CONSUMER = "loan-notice";
  static final int TRANSACTION_SECONDS = 30;

  private final DeadLetters deadLetters;
  private final OutboxRepository outbox;
  private final Notice notice;

  NoticeHandler(DeadLetters deadLetters, OutboxRepository outbox, TopicConfig topics) {
    this.deadLetters = deadLetters;
    this.outbox = outbox;
    this.notice = new Notice(CONSUMER, topics.notice());
  }

  @Override
  @Transactional(TxType.REQUIRES_NEW)
  @TransactionConfiguration(timeout = TRANSACTION_SECONDS)
  @Idempotent(consumer = CONSUMER)
  public void handle(Deliveries deliveries) {
    DeadLetterBook letters = deadLetters.open(CONSUMER, deliveries);
    Map<String, AppliedBefore> causes = new HashMap<>();
    List<OutboxMessage> messages = new ArrayList<>();
    deliveries.decideEach(
        (delivery, known) -> {
          if (letters.discarded(delivery)) {
            return Verdict.DUPLICATE;
          }
          return letters.follow(
              delivery, known == null ? judge(delivery, messages, causes) : known);
        });
    messages.addAll(deadLetters.write(letters));
    causes.keySet().removeAll(outbox.append(messages));
    if (!causes.isEmpty()) {
      throw new AppliedBeforeException(Set.copyOf(causes.values()));
    }
  }

  private Verdict judge(
      Delivery delivery, List<OutboxMessage> messages, Map<String, AppliedBefore> causes) {
    LoanEvent event = ((Decoded.Accepted) delivery.decoded()).event();
    String memberId = event.memberId();
    if (memberId == null) {
      return Verdict.rejected(Reason.INVALID_FIELD, "A notice needs the memberId");
    }
    OutboxMessage message = notice.of(event, memberId, delivery.source());
    messages.add(message);
    causes.put(message.eventId(), AppliedBefore.of(event));
    return Verdict.APPLIED;
  }
}
