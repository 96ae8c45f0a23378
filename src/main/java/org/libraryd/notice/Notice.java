package org.libraryd.notice;

import static java.nio.charset.StandardCharsets.US_ASCII;

import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;
import org.libraryd.outbox.DerivedId;
import org.libraryd.outbox.Lane;
import org.libraryd.outbox.OutboxMessage;
import org.libraryd.wire.Delivery;
import org.libraryd.wire.HeaderNames;
import org.libraryd.wire.JsonText;
import org.libraryd.wire.LoanEvent;

/** The outbox row of a notice: what a mail or SMS gateway needs to tell a member. */
record Notice(String consumer, String topic) {
  private static final String PREFIX = "loan.";
  private static final int VERSION_DIGITS_MAX = 18;

  OutboxMessage of(LoanEvent event, String memberId, Delivery delivery) {
    return new OutboxMessage(
        DerivedId.of("notice", consumer, event.eventId(), event.contentHash()),
        event.type().wireName(),
        topic,
        memberId,
        Lane.notice(memberId),
        event.loanId(),
        version(delivery.source()),
        payload(event, memberId),
        headers(event, delivery.traceparent()),
        null);
  }

  private static String payload(LoanEvent event, String memberId) {
    JsonText payload =
        JsonText.object()
            .put("kind", event.type().wireName().substring(PREFIX.length()))
            .put("loanId", event.loanId());
    if (event.bookId() != null) {
      payload.put("bookId", event.bookId());
    }
    return payload
        .put("memberId", memberId)
        .put("occurredAt", event.occurredAt().toString())
        .toString();
  }

  private static String headers(LoanEvent event, @Nullable String traceparent) {
    JsonText headers =
        JsonText.object()
            .put(HeaderNames.SOURCE_EVENT_ID, event.eventId())
            .put(HeaderNames.CE_TIME, event.occurredAt().toString());
    if (traceparent != null) {
      headers.put(HeaderNames.TRACEPARENT, traceparent);
    }
    return headers.toString();
  }

  /** The loan's version as the change tells it, or null where it does not. */
  private static @Nullable Long version(ConsumerRecord<?, ?> source) {
    Header header = source.headers().lastHeader(HeaderNames.LOAN_VERSION);
    if (header == null || header.value() == null || header.value().length > VERSION_DIGITS_MAX) {
      return null;
    }
    String text = new String(header.value(), US_ASCII);
    return text.chars().allMatch(Character::isDigit) && !text.isEmpty() ? Long.valueOf(text) : null;
  }
}
