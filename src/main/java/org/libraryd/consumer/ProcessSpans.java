package org.libraryd.consumer;

import static io.opentelemetry.semconv.ErrorAttributes.ERROR_TYPE;
import static io.opentelemetry.semconv.incubating.MessagingIncubatingAttributes.MESSAGING_CONSUMER_GROUP_NAME;
import static io.opentelemetry.semconv.incubating.MessagingIncubatingAttributes.MESSAGING_DESTINATION_PARTITION_ID;
import static io.opentelemetry.semconv.incubating.MessagingIncubatingAttributes.MESSAGING_KAFKA_OFFSET;

import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;
import org.libraryd.idempotency.Deliveries;
import org.libraryd.idempotency.Verdict;
import org.libraryd.trace.MessageSpans;
import org.libraryd.wire.Decoded;
import org.libraryd.wire.Delivery;
import org.libraryd.wire.Reason;

/**
 * Lets a record of a sampled trace have one span, from its decoding to the commit of its outcome,
 * however often its batch is tried or taken apart. Where the application stops first there is none:
 * the record comes again.
 */
record ProcessSpans(MessageSpans spans, String group) {
  @Nullable Span begin(ConsumerRecord<?, ?> source) {
    Span span = spans.begin(SpanKind.CONSUMER, "process", source.topic(), source.headers());
    if (span != null) {
      span.setAttribute(MESSAGING_CONSUMER_GROUP_NAME, group);
      span.setAttribute(MESSAGING_DESTINATION_PARTITION_ID, Integer.toString(source.partition()));
      span.setAttribute(MESSAGING_KAFKA_OFFSET, source.offset());
    }
    return span;
  }

  /** Ends the spans of what a committed transaction decided. */
  void end(Deliveries deliveries) {
    if (!spans.areOn()) {
      return;
    }
    List<Verdict> verdicts = deliveries.verdicts();
    for (int i = 0; i < verdicts.size(); i++) {
      Delivery delivery = deliveries.all().get(i);
      Span span = delivery.span();
      if (span != null) {
        end(span, delivery.decoded(), verdicts.get(i));
      }
    }
  }

  private static void end(Span span, Decoded decoded, Verdict verdict) {
    identify(span, decoded);
    span.setAttribute(MessageSpans.OUTCOME, verdict.outcome().name());
    Reason reason = verdict.reason();
    if (reason != null) {
      span.setAttribute(ERROR_TYPE, reason.label());
      span.setStatus(StatusCode.ERROR);
    }
    span.end();
  }

  private static void identify(Span span, Decoded decoded) {
    if (decoded instanceof Decoded.Accepted accepted) {
      span.setAttribute(MessageSpans.EVENT_ID, accepted.event().eventId());
      span.setAttribute(MessageSpans.LOAN_ID, accepted.event().loanId());
    } else if (decoded instanceof Decoded.Refused refused) {
      span.setAttribute(MessageSpans.EVENT_ID, refused.eventId());
      span.setAttribute(MessageSpans.LOAN_ID, refused.loanId());
    } else if (decoded instanceof Decoded.Ignored ignored) {
      span.setAttribute(MessageSpans.EVENT_ID, ignored.eventId());
    }
  }
}
