package org.libraryd.wire;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.util.regex.Pattern;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;

/** The trace a record belongs to, if it names one in the form of W3C Trace Context. */
public final class Traceparent {
  private static final int LENGTH = 55;
  private static final Pattern FORM =
      Pattern.compile("[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}");

  private Traceparent() {}

  public static @Nullable String of(ConsumerRecord<?, ?> source) {
    Header header = source.headers().lastHeader(HeaderNames.TRACEPARENT);
    if (header == null || header.value() == null || header.value().length != LENGTH) {
      return null;
    }
    String value = new String(header.value(), US_ASCII);
    return FORM.matcher(value).matches() ? value : null;
  }
}
