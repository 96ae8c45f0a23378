package org.libraryd.relay;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.api.Test;
import org.libraryd.wire.HeaderBytes;

class RecordBuilderTest {
  private static final byte[] BINARY = {0, (byte) 0xff, (byte) 0xc3, 0x28};

  @Test
  void eventCarriesItsColumnsAsHeadersAndTheRestInOrder() {
    OutboxRow row =
        new OutboxRow(
            1,
            "id-1",
            "loan.approved",
            "libraryd.loan.changed",
            "L-1",
            "changed/L-1",
            "L-1",
            7L,
            "{\"a\":1}",
            "{\"source-event-id\":\"e-1\",\"ce_time\":\"2026-12-01T01:30:00Z\"}",
            null,
            0,
            100);

    ProducerRecord<byte[], byte[]> record = RecordBuilder.build(row, Map.of());

    assertThat(record.topic()).isEqualTo("libraryd.loan.changed");
    assertThat(record.key()).isEqualTo("L-1".getBytes(UTF_8));
    assertThat(record.value()).isEqualTo("{\"a\":1}".getBytes(UTF_8));
    assertThat(texts(record.headers()))
        .containsExactly(
            "event-id=id-1",
            "event-type=loan.approved",
            "loan-version=7",
            "content-type=application/json",
            "ce_specversion=1.0",
            "ce_id=id-1",
            "ce_type=loan.approved",
            "ce_source=/libraryd",
            "ce_subject=L-1",
            "source-event-id=e-1",
            "ce_time=2026-12-01T01:30:00Z");
  }

  @Test
  void deadLetterIsTheOriginalVerbatimPlusItsOwnHeaders() {
    Headers original = new RecordHeaders();
    original.add("trace", BINARY).add("trace", null).add("event-id", new byte[0]);
    RawRecord raw = new RawRecord(null, null, HeaderBytes.encode(original));

    ProducerRecord<byte[], byte[]> record =
        RecordBuilder.build(deadLetter("{\"dead-letter-id\":\"d-1\"}"), Map.of("d-1", raw));

    assertThat(record.key()).isNull();
    assertThat(record.value()).isNull();
    List<Header> headers = Arrays.asList(record.headers().toArray());
    assertThat(headers)
        .extracting(Header::key)
        .containsExactly("trace", "trace", "event-id", "dead-letter-id");
    assertThat(headers)
        .extracting(Header::value)
        .containsExactly(BINARY, null, new byte[0], "d-1".getBytes(UTF_8));
  }

  @Test
  void rowThatDoesNotHoldWhatItShouldIsRefused() {
    assertThatThrownBy(() -> RecordBuilder.build(deadLetter("{}"), Map.of()))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(
            () ->
                RecordBuilder.build(
                    deadLetter("[1]"), Map.of("d-1", new RawRecord(null, null, new byte[0]))))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private static OutboxRow deadLetter(String headers) {
    return new OutboxRow(
        1, "x", "t", "libraryd.loan.dlq", null, "dlq/d-1", null, null, null, headers, "d-1", 0, 9);
  }

  private static List<String> texts(Headers headers) {
    return Arrays.stream(headers.toArray())
        .map(header -> header.key() + "=" + new String(header.value(), UTF_8))
        .toList();
  }
}
