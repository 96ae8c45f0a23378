package org.libraryd.audit;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class AuditCopyTest {

  private final AuditCopy copies = new AuditCopy("audit");

  @Test
  void aCopyKeepsKeyValueAndHeadersAndAddsTheCoordinates() {
    RecordHeaders headers = new RecordHeaders();
    headers.add("a", new byte[] {1}).add("a", null).add("b", new byte[0]);
    ProducerRecord<byte[], byte[]> copy =
        copies.verbatim(source("key".getBytes(UTF_8), new byte[] {-1}, headers));

    assertThat(copy.topic()).isEqualTo("audit");
    assertThat(copy.key()).isEqualTo("key".getBytes(UTF_8));
    assertThat(copy.value()).isEqualTo(new byte[] {-1});
    assertThat(copy.headers().toArray()).startsWith(headers.toArray()).hasSize(7);
    assertThat(text(copy, "source-topic")).isEqualTo("loans");
    assertThat(text(copy, "source-partition")).isEqualTo("3");
    assertThat(text(copy, "source-offset")).isEqualTo("42");
    assertThat(text(copy, "source-timestamp")).isEqualTo("1700000000000");
  }

  @Test
  void aStubNamesTheRecordAndTheReason() throws Exception {
    ProducerRecord<byte[], byte[]> stub =
        copies.stub(
            source("key".getBytes(UTF_8), new byte[5_000], new RecordHeaders()),
            "RecordTooLargeException");

    assertThat(stub.key()).isEqualTo("key".getBytes(UTF_8));
    assertThat(text(stub, AuditCopy.STUB)).isEqualTo("RecordTooLargeException");
    JsonNode value = new ObjectMapper().readTree(stub.value());
    assertThat(value.get("topic").asText()).isEqualTo("loans");
    assertThat(value.get("partition").asInt()).isEqualTo(3);
    assertThat(value.get("offset").asLong()).isEqualTo(42);
    assertThat(value.get("reason").asText()).isEqualTo("RecordTooLargeException");
  }

  @Test
  void aStubTakesItsKeyFromTheCoordinatesWhenTheRecordHasNoneOrAHugeOne() {
    assertThat(copies.stub(source(null, null, new RecordHeaders()), "reason").key())
        .isEqualTo("loans-3-42".getBytes(UTF_8));
    assertThat(copies.stub(source(new byte[2_000], null, new RecordHeaders()), "reason").key())
        .isEqualTo("loans-3-42".getBytes(UTF_8));
  }

  private static ConsumerRecord<byte[], byte[]> source(
      byte @Nullable [] key, byte @Nullable [] value, Headers headers) {
    return new ConsumerRecord<>(
        "loans",
        3,
        42L,
        1_700_000_000_000L,
        TimestampType.CREATE_TIME,
        0,
        0,
        key,
        value,
        headers,
        Optional.empty());
  }

  private static String text(ProducerRecord<byte[], byte[]> record, String name) {
    Header header = record.headers().lastHeader(name);
    return header == null ? "" : new String(header.value(), UTF_8);
  }
}
