package org.libraryd.wire;

import io.opentelemetry.api.trace.Span;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/**
 * A record as it came, with what decoding made of it.
 *
 * @param span tells of its processing in the record's trace, or null where that is not traced
 */
public record Delivery(
    ConsumerRecord<byte[], byte[]> source, Decoded decoded, @Nullable Span span) {
  public Delivery(ConsumerRecord<byte[], byte[]> source, Decoded decoded) {
    this(source, decoded, null);
  }

  /** The same record, of which something else has been made. */
  public Delivery with(Decoded other) {
    return new Delivery(source, other, span);
  }

  /** The trace that messages caused by this record belong to, or null. */
  public @Nullable String traceparent() {
    return span == null ? Traceparent.of(source.headers()) : Traceparent.of(span);
  }
}
