package org.libraryd.relay;

import static io.opentelemetry.semconv.ErrorAttributes.ERROR_TYPE;
import static io.opentelemetry.semconv.incubating.MessagingIncubatingAttributes.MESSAGING_DESTINATION_PARTITION_ID;
import static io.opentelemetry.semconv.incubating.MessagingIncubatingAttributes.MESSAGING_KAFKA_OFFSET;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import java.util.concurrent.Future;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;
import org.libraryd.trace.MessageSpans;
import org.libraryd.wire.HeaderNames;
import org.libraryd.wire.Traceparent;

/**
 * Lets each sending of a record of a sampled trace have one span, until the broker has answered.
 * The record then names that span, unless it is a dead letter: that stays as it came.
 */
record TracedSender(Sender sender, MessageSpans spans) implements Sender {
  @Override
  public Future<RecordMetadata> send(ProducerRecord<byte[], byte[]> record, Callback callback) {
    Span span = spans.begin(SpanKind.PRODUCER, "send", record.topic(), record.headers());
    if (span == null) {
      return sender.send(record, callback);
    }
    if (record.headers().lastHeader(HeaderNames.DEAD_LETTER_ID) == null) {
      name(span, record.headers());
    }
    try {
      return sender.send(
          record,
          (metadata, error) -> {
            end(span, metadata, error);
            callback.onCompletion(metadata, error);
          });
    } catch (RuntimeException e) {
      end(span, null, e);
      throw e;
    }
  }

  private static void name(Span span, Headers headers) {
    span.setAttribute(MessageSpans.EVENT_ID, text(headers.lastHeader(HeaderNames.EVENT_ID)));
    span.setAttribute(MessageSpans.LOAN_ID, text(headers.lastHeader(HeaderNames.CE_SUBJECT)));
    headers.remove(HeaderNames.TRACEPARENT);
    headers.add(HeaderNames.TRACEPARENT, Traceparent.of(span).getBytes(UTF_8));
  }

  private static @Nullable String text(@Nullable Header header) {
    return header == null ? null : new String(header.value(), UTF_8);
  }

  private static void end(Span span, @Nullable RecordMetadata metadata, @Nullable Exception error) {
    if (error != null) {
      span.setAttribute(ERROR_TYPE, error.getClass().getName());
      span.setStatus(StatusCode.ERROR);
    } else if (metadata != null) {
      span.setAttribute(MESSAGING_DESTINATION_PARTITION_ID, Integer.toString(metadata.partition()));
      span.setAttribute(MESSAGING_KAFKA_OFFSET, metadata.offset());
    }
    span.end();
  }
}
