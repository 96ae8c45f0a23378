package org.libraryd.notice;

import io.quarkus.narayana.jta.runtime.TransactionConfiguration;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.transaction.Transactional;
import jakarta.transaction.Transactional.TxType;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.libraryd.deadletter.DeadLetterBook;
import org.libraryd.deadletter.DeadLetterSummary;
import org.libraryd.deadletter.DeadLetters;
import org.libraryd.deadletter.RedriveHandler;
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
import org.libraryd.wire.EventType;
import org.libraryd.wire.LoanEvent;
import org.libraryd.wire.LoanEventDecoder;
import org.libraryd.wire.Reason;
import org.libraryd.wire.TopicConfig;

/** Writes a notice for each change that concerns its member, once per event id of the change. */
@ApplicationScoped
public class NoticeHandler implements IdempotentHandler, RedriveHandler {
  public static final String CONSUMER = "loan-notice";
  static final int TRANSACTION_SECONDS = 30;

  /** Changes that a member is not told of. */
  private static final Set<String> SILENT =
      Set.of(EventType.CREATED.wireName(), EventType.CANCELLED.wireName());

  private final DeadLetters deadLetters;
  private final OutboxRepository outbox;
  private final Notice notice;
  private final LoanEventDecoder decoder;

  NoticeHandler(DeadLetters deadLetters, OutboxRepository outbox, TopicConfig topics, Clock clock) {
    this.deadLetters = deadLetters;
    this.outbox = outbox;
    this.notice = new Notice(CONSUMER, topics.notice());
    this.decoder = new LoanEventDecoder(SILENT, clock);
  }

  LoanEventDecoder decoder() {
    return decoder;
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
    decide(deliveries, deadLetters.open(CONSUMER, deliveries));
  }

  @Override
  @Transactional(TxType.MANDATORY)
  @Idempotent(consumer = CONSUMER)
  public Set<String> redrive(Deliveries deliveries, Collection<DeadLetterSummary> rows) {
    DeadLetterBook letters = deadLetters.reopen(CONSUMER, rows);
    decide(deliveries, letters);
    return letters.rows();
  }

  private void decide(Deliveries deliveries, DeadLetterBook letters) {
    Map<String, AppliedBefore> causes = new HashMap<>();
    List<OutboxMessage> messages = new ArrayList<>();
    deliveries.decideEach(
        (delivery, known) -> {
          if (letters.closed(delivery)) {
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
    OutboxMessage message = notice.of(event, memberId, delivery);
    messages.add(message);
    causes.put(message.eventId(), AppliedBefore.of(event));
    return Verdict.APPLIED;
  }
}
