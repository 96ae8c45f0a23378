package org.libraryd.trace;

import static io.opentelemetry.semconv.incubating.MessagingIncubatingAttributes.MESSAGING_DESTINATION_NAME;
import static io.opentelemetry.semconv.incubating.MessagingIncubatingAttributes.MESSAGING_OPERATION_NAME;
import static io.opentelemetry.semconv.incubating.MessagingIncubatingAttributes.MESSAGING_OPERATION_TYPE;
import static io.opentelemetry.semconv.incubating.MessagingIncubatingAttributes.MESSAGING_SYSTEM;
import static io.opentelemetry.semconv.incubating.MessagingIncubatingAttributes.MessagingSystemIncubatingValues.KAFKA;

import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Context;
import jakarta.inject.Singleton;
import org.apache.kafka.common.header.Headers;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.jspecify.annotations.Nullable;
import org.libraryd.wire.Traceparent;

/**
 * Begins a span under the one that a message names, where that trace is sampled; never a trace of
 * our own, and nothing at all where tracing is off.
 */
@Singleton
public class MessageSpans {
  public static final AttributeKey<String> EVENT_ID = AttributeKey.stringKey("libraryd.event.id");
  public static final AttributeKey<String> LOAN_ID = AttributeKey.stringKey("libraryd.loan.id");
  public static final AttributeKey<String> OUTCOME = AttributeKey.stringKey("libraryd.outcome");

  private final Tracer tracer;
  private final boolean on;

  public MessageSpans(
      Tracer tracer, @ConfigProperty(name = "quarkus.otel.sdk.disabled") boolean off) {
    this.tracer = tracer;
    this.on = !off;
  }

  /** Whether there may be spans at all. */
  public boolean areOn() {
    return on;
  }

  /**
   * Begins a span.
   *
   * @param operation the word of the messaging conventions: {@code process} or {@code send}
   * @return null where tracing is off, or the message belongs to no sampled trace
   */
  public @Nullable Span begin(SpanKind kind, String operation, String topic, Headers headers) {
    if (!on) {
      return null;
    }
    Context parent = Traceparent.context(headers);
    if (!Span.fromContext(parent).getSpanContext().isSampled()) {
      return null;
    }
    Span span =
        tracer
            .spanBuilder(operation + " " + topic)
            .setParent(parent)
            .setSpanKind(kind)
            .setAttribute(MESSAGING_SYSTEM, KAFKA)
            .setAttribute(MESSAGING_OPERATION_NAME, operation)
            .setAttribute(MESSAGING_OPERATION_TYPE, operation)
            .setAttribute(MESSAGING_DESTINATION_NAME, topic)
            .startSpan();
    return span.isRecording() ? span : null;
  }
}
