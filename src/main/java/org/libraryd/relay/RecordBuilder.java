package org.libraryd.relay;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.jspecify.annotations.Nullable;
import org.libraryd.wire.HeaderBytes;
import org.libraryd.wire.HeaderNames;

/**
 * Turns a row into its Kafka record; the same row gives the same bytes each time.
 *
 * <p>An event gets the headers of its columns and a CloudEvents binary envelope; a dead letter its
 * original key, value and headers. Both are followed by the headers named in the row.
 */
final class RecordBuilder {
  private static final ObjectReader HEADERS =
      JsonMapper.builder().build().readerFor(new TypeReference<LinkedHashMap<String, String>>() {});

  private RecordBuilder() {}

  /**
   * @throws IllegalArgumentException if the row does not hold what it should
   */
  static ProducerRecord<byte[], byte[]> build(OutboxRow row, Map<String, RawRecord> deadLetters) {
    return row.deadLetterId() == null
        ? event(row)
        : deadLetter(row, deadLetters.get(row.deadLetterId()));
  }

  private static ProducerRecord<byte[], byte[]> event(OutboxRow row) {
    Headers headers = new RecordHeaders();
    add(headers, HeaderNames.EVENT_ID, row.eventId());
    add(headers, HeaderNames.EVENT_TYPE, row.eventType());
    if (row.aggregateVersion() != null) {
      add(headers, HeaderNames.LOAN_VERSION, row.aggregateVersion().toString());
    }
    add(headers, HeaderNames.CONTENT_TYPE, "application/json");
    add(headers, HeaderNames.CE_SPECVERSION, "1.0");
    add(headers, HeaderNames.CE_ID, row.eventId());
    add(headers, HeaderNames.CE_TYPE, row.eventType());
    add(headers, HeaderNames.CE_SOURCE, "/libraryd");
    if (row.aggregateId() != null) {
      add(headers, HeaderNames.CE_SUBJECT, row.aggregateId());
    }
    addRest(headers, row);
    return new ProducerRecord<>(
        row.topic(), null, null, bytes(row.key()), bytes(row.payload()), headers);
  }

  private static ProducerRecord<byte[], byte[]> deadLetter(
      OutboxRow row, @Nullable RawRecord original) {
    if (original == null) {
      throw new IllegalArgumentException("no dead letter " + row.deadLetterId());
    }
    Headers headers = HeaderBytes.decode(original.headers);
    addRest(headers, row);
    return new ProducerRecord<>(row.topic(), null, null, original.key, original.value, headers);
  }

  private static void addRest(Headers headers, OutboxRow row) {
    try {
      LinkedHashMap<String, String> rest = HEADERS.readValue(row.headers());
      rest.forEach((name, value) -> add(headers, name, value));
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("headers are not a JSON object of strings", e);
    }
  }

  private static void add(Headers headers, String name, String value) {
    headers.add(name, value.getBytes(UTF_8));
  }

  private static byte @Nullable [] bytes(@Nullable String text) {
    return text == null ? null : text.getBytes(UTF_8);
  }
}
