package org.libraryd.bench.limit;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadFeature;
import java.io.IOException;
import java.time.Instant;
import java.time.OffsetDateTime;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;

/** Takes well-formed events and throws at everything else. */
final class EventDecoder {
  private static final JsonFactory JSON =
      JsonFactory.builder().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build();
  private static final int LONGEST_EVENT_ID = 64;
  private static final int LONGEST_IDENTIFIER = 32;

  private final Digest digest = new Digest();

  Event decode(ConsumerRecord<byte[], byte[]> source) throws IOException {
    String type = null;
    String loanId = null;
    String bookId = null;
    String memberId = null;
    String occurredAt = null;
    try (JsonParser json = JSON.createParser(source.value())) {
      require(json.nextToken() == JsonToken.START_OBJECT, source);
      for (String name = json.nextFieldName(); name != null; name = json.nextFieldName()) {
        JsonToken value = json.nextToken();
        switch (name) {
          case "type" -> type = text(json, value, source);
          case "loanId" -> loanId = text(json, value, source);
          case "bookId" -> bookId = text(json, value, source);
          case "memberId" -> memberId = text(json, value, source);
          case "occurredAt" -> occurredAt = text(json, value, source);
          default -> json.skipChildren();
        }
      }
      require(json.nextToken() == null, source);
    }
    boolean created = "loan.created".equals(type);
    return event(
        required(header(source, "event-id"), LONGEST_EVENT_ID, source),
        required(type, Integer.MAX_VALUE, source),
        required(loanId, LONGEST_IDENTIFIER, source),
        created || bookId != null ? required(bookId, LONGEST_IDENTIFIER, source) : null,
        created || memberId != null ? required(memberId, LONGEST_IDENTIFIER, source) : null,
        OffsetDateTime.parse(required(occurredAt, Integer.MAX_VALUE, source)).toInstant(),
        header(source, "traceparent"));
  }

  private Event event(
      String id,
      String type,
      String loanId,
      @Nullable String bookId,
      @Nullable String memberId,
      Instant at,
      @Nullable String traceparent) {
    digest.add(type).add(loanId).add(bookId).add(memberId);
    String hash = digest.add(at.getEpochSecond()).add(at.getNano()).hex();
    return new Event(id, type, loanId, bookId, memberId, at, traceparent, hash);
  }

  private static @Nullable String text(
      JsonParser json, JsonToken value, ConsumerRecord<?, ?> source) throws IOException {
    require(value == JsonToken.VALUE_STRING || value == JsonToken.VALUE_NULL, source);
    return value == JsonToken.VALUE_NULL ? null : json.getText();
  }

  private static @Nullable String header(ConsumerRecord<?, ?> source, String name) {
    Header header = source.headers().lastHeader(name);
    return header == null ? null : new String(header.value(), UTF_8);
  }

  private static String required(@Nullable String text, int longest, ConsumerRecord<?, ?> source) {
    if (text == null || text.isBlank() || text.length() > longest) {
      throw refused(source);
    }
    return text;
  }

  private static void require(boolean condition, ConsumerRecord<?, ?> source) {
    if (!condition) {
      throw refused(source);
    }
  }

  private static IllegalStateException refused(ConsumerRecord<?, ?> source) {
    return new IllegalStateException(
        "No loan event at %d@%d".formatted(source.partition(), source.offset()));
  }
}
