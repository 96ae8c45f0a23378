package org.libraryd.wire;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class FingerprintTest {

  @Test
  void coordinatesDoNotMatter() {
    ConsumerRecord<byte[], byte[]> here = record("t", 1, 5, "k", "v", headers("a", "1"));
    ConsumerRecord<byte[], byte[]> there = record("u", 2, 5, "k", "v", headers("a", "1"));

    assertThat(Fingerprint.of(here)).isEqualTo(Fingerprint.of(there)).matches("[0-9a-f]{64}");
  }

  @Test
  void everythingElseMattersAndNullIsNotEmpty() {
    Set<String> fingerprints =
        Stream.of(
                record("t", 0, 5, "k", "v", headers("a", "1")),
                record("t", 0, 6, "k", "v", headers("a", "1")),
                record("t", 0, 5, null, "v", headers("a", "1")),
                record("t", 0, 5, "", "v", headers("a", "1")),
                record("t", 0, 5, "kv", "", headers("a", "1")),
                record("t", 0, 5, "k", null, headers("a", "1")),
                record("t", 0, 5, "k", "v", headers()),
                record("t", 0, 5, "k", "v", headers("a", null)),
                record("t", 0, 5, "k", "v", headers("a", "")),
                record("t", 0, 5, "k", "v", headers("a1", "")),
                record("t", 0, 5, "k", "v", headers("a", "1", "a", "1")),
                record("t", 0, 5, "k", "v", headers("a", "1", "b", "2")),
                record("t", 0, 5, "k", "v", headers("b", "2", "a", "1")))
            .map(Fingerprint::of)
            .collect(Collectors.toSet());

    assertThat(fingerprints).hasSize(13);
  }

  private static ConsumerRecord<byte[], byte[]> record(
      String topic,
      long offset,
      long timestamp,
      @Nullable String key,
      @Nullable String value,
      Headers headers) {
    return new ConsumerRecord<>(
        topic,
        0,
        offset,
        timestamp,
        TimestampType.CREATE_TIME,
        0,
        0,
        bytes(key),
        bytes(value),
        headers,
        Optional.empty());
  }

  private static Headers headers(@Nullable String... namesAndValues) {
    Headers headers = new RecordHeaders();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      headers.add(namesAndValues[i], bytes(namesAndValues[i + 1]));
    }
    return headers;
  }

  private static byte @Nullable [] bytes(@Nullable String text) {
    return text == null ? null : text.getBytes(UTF_8);
  }
}
