package org.libraryd.deadletter;

import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.libraryd.outbox.DerivedId;
import org.libraryd.outbox.Lane;
import org.libraryd.outbox.OutboxMessage;
import org.libraryd.wire.HeaderNames;
import org.libraryd.wire.JsonText;

/**
 * The outbox row of a dead letter: no payload, since the relay reads the raw bytes of the table.
 */
record DeadLetterMessage(String topic) {
  private static final String EVENT_TYPE = "dead-letter";

  OutboxMessage of(DeadLetter letter) {
    String attempt = Integer.toString(letter.attempts());
    return new OutboxMessage(
        DerivedId.of("dead-letter", letter.id(), attempt),
        EVENT_TYPE,
        topic,
        null,
        Lane.deadLetter(letter.id()),
        letter.loanId(),
        null,
        null,
        headers(letter, attempt),
        letter.id());
  }

  private static String headers(DeadLetter letter, String attempt) {
    ConsumerRecord<?, ?> source = letter.source();
    String reason = letter.reason();
    if (reason == null) {
      throw new IllegalStateException("A dead letter without a reason: " + letter.id());
    }
    return JsonText.object()
        .put(HeaderNames.DEAD_LETTER_ID, letter.id())
        .put(HeaderNames.DEAD_LETTER_REASON, reason)
        .put(HeaderNames.DEAD_LETTER_TOPIC, source.topic())
        .put(HeaderNames.DEAD_LETTER_PARTITION, Integer.toString(source.partition()))
        .put(HeaderNames.DEAD_LETTER_OFFSET, Long.toString(source.offset()))
        .put(HeaderNames.DEAD_LETTER_TIMESTAMP, Long.toString(source.timestamp()))
        .put(HeaderNames.DEAD_LETTER_ATTEMPT, attempt)
        .toString();
  }
}
