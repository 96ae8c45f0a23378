package org.libraryd.sample;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.junit.jupiter.api.Test;
import org.libraryd.wire.Decoded;
import org.libraryd.wire.LoanEventDecoder;
import org.libraryd.wire.Reason;

class SampleFileTest {
  private static final Clock CLOCK =
      Clock.fixed(Instant.parse("2026-01-01T00:00:00Z"), ZoneOffset.UTC);

  @Test
  void mostEventsAreGoodAndEachKindOfTroubleIsThere() throws IOException {
    LoanEventDecoder decoder = new LoanEventDecoder(Set.of(), CLOCK);
    List<Decoded> decoded =
        SampleFile.records("loan").stream()
            .map(record -> decoder.decode(received(record)))
            .toList();
    Set<String> contents = new HashSet<>();
    long copies =
        decoded.stream()
            .filter(Decoded.Accepted.class::isInstance)
            .map(accepted -> ((Decoded.Accepted) accepted).event().contentHash())
            .filter(hash -> !contents.add(hash))
            .count();
    List<Reason> refusals =
        decoded.stream()
            .filter(Decoded.Refused.class::isInstance)
            .map(refused -> ((Decoded.Refused) refused).reason())
            .collect(Collectors.toList());

    assertThat(decoded).hasSizeGreaterThan(3000);
    assertThat(copies).isBetween(decoded.size() / 15L, decoded.size() / 8L);
    assertThat(refusals).hasSizeBetween(30, 80);
    assertThat(refusals)
        .contains(Reason.MALFORMED, Reason.MISSING_ID, Reason.INVALID_FIELD, Reason.UNKNOWN_TYPE);
  }

  private static ConsumerRecord<byte[], byte[]> received(ProducerRecord<byte[], byte[]> sent) {
    return new ConsumerRecord<>(
        sent.topic(),
        0,
        0,
        0,
        TimestampType.CREATE_TIME,
        0,
        0,
        sent.key(),
        sent.value(),
        new RecordHeaders(sent.headers()),
        Optional.empty());
  }
}
