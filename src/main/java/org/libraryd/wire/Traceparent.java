package org.libraryd.wire;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.propagation.TextMapGetter;
import java.util.List;
import java.util.regex.Pattern;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/** The trace a record belongs to, if it names one in the form of W3C Trace Context. */
public final class Traceparent {
  private static final int LENGTH = 55;
  private static final Pattern FORM =
      Pattern.compile("(?!ff)[0-9a-f]{2}-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}");

  private static final TextMapGetter<Headers> HEADERS =
      new TextMapGetter<>() {
        @Override
        public Iterable<String> keys(Headers headers) {
          return List.of(HeaderNames.TRACEPARENT);
        }

        @Override
        public @Nullable String get(@Nullable Headers headers, String name) {
          return headers != null && name.equals(HeaderNames.TRACEPARENT) ? of(headers) : null;
        }
      };

  private Traceparent() {}

  /** As the headers have it, or null where they do not name a trace. */
  public static @Nullable String of(Headers headers) {
    Header header = headers.lastHeader(HeaderNames.TRACEPARENT);
    if (header == null || header.value() == null || header.value().length != LENGTH) {
      return null;
    }
    String value = new String(header.value(), US_ASCII);
    return FORM.matcher(value).matches() ? value : null;
  }

  /** What is to be named by a message that this span causes. */
  public static String of(Span span) {
    SpanContext context = span.getSpanContext();
    return "00-%s-%s-%s"
        .formatted(context.getTraceId(), context.getSpanId(), context.getTraceFlags().asHex());
  }

  /** The span that the headers name, or none. */
  public static Context context(Headers headers) {
    return W3CTraceContextPropagator.getInstance().extract(Context.root(), headers, HEADERS);
  }
}
