package org.libraryd.redrive;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import jakarta.inject.Inject;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.eclipse.microprofile.config.ConfigProvider;
import org.junit.jupiter.api.Test;
import org.libraryd.deadletter.DeadLetterFilter;
import org.libraryd.model.TopicReader;
import org.libraryd.relay.OutboxRelay;
import org.libraryd.wire.TopicConfig;

/** Each copy of a record on the dead letter topic is the record, byte for byte. */
abstract class DeadLetterCopiesContract extends RedriveFixture {
  private static final byte[] BINARY = {0, (byte) 0xff, (byte) 0xc3, 0x28};

  @Inject OutboxRelay relay;
  @Inject TopicConfig topics;

  @Test
  void recordThatIsRejectedAgainLeavesVerbatimUnderTheSameIdWithTheNextAttempt() {
    ConsumerRecord<byte[], byte[]> poison = poison();
    assertThat(take(poison)).isEqualTo("REJECTED malformed");
    publish();
    assertThat(words(redrive.redrive(DeadLetterFilter.all(), RedriveOptions.REAL)))
        .containsExactly("REJECTED malformed");
    publish();

    String id = rows(1, "SELECT id FROM dead_letter").get(0);
    List<ConsumerRecord<byte[], byte[]>> copies = copies(id);
    assertThat(copies).hasSize(2);
    for (int attempt = 1; attempt <= 2; attempt++) {
      ConsumerRecord<byte[], byte[]> copy = copies.get(attempt - 1);
      assertThat(copy.key()).isEqualTo(poison.key());
      assertThat(copy.value()).isEqualTo(poison.value());
      Header[] original = poison.headers().toArray();
      Header[] headers = copy.headers().toArray();
      assertThat(Arrays.copyOf(headers, original.length)).isEqualTo(original);
      assertThat(Arrays.stream(headers).skip(original.length).map(DeadLetterCopiesContract::text))
          .containsExactly(
              "dead-letter-id=" + id,
              "dead-letter-reason=malformed",
              "dead-letter-topic=" + poison.topic(),
              "dead-letter-partition=2",
              "dead-letter-offset=46",
              "dead-letter-timestamp=1700000000046",
              "dead-letter-attempt=" + attempt);
    }
  }

  private void publish() {
    await()
        .until(
            () -> {
              relay.runOnce();
              return count("outbox WHERE published = FALSE");
            },
            left -> left == 0);
  }

  private List<ConsumerRecord<byte[], byte[]>> copies(String id) {
    String bootstrap = ConfigProvider.getConfig().getValue("kafka.bootstrap.servers", String.class);
    return new TopicReader(bootstrap)
        .read(topics.dlq()).stream()
            .filter(copy -> id.equals(TopicReader.header(copy, "dead-letter-id")))
            .toList();
  }

  private static String text(Header header) {
    return header.key() + "=" + new String(header.value(), UTF_8);
  }

  private static ConsumerRecord<byte[], byte[]> poison() {
    RecordHeaders headers = new RecordHeaders();
    headers
        .add("event-id", UUID.randomUUID().toString().getBytes(UTF_8))
        .add(
            "traceparent",
            "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01".getBytes(UTF_8))
        .add("retry-count", "7".getBytes(UTF_8))
        .add("twice", BINARY)
        .add("twice", null)
        .add("empty", new byte[0]);
    return new ConsumerRecord<>(
        "libraryd.loan",
        2,
        46,
        1_700_000_000_046L,
        TimestampType.CREATE_TIME,
        ConsumerRecord.NULL_SIZE,
        ConsumerRecord.NULL_SIZE,
        BINARY,
        new byte[] {'{', (byte) 0xff, (byte) 0xfe},
        headers,
        Optional.empty());
  }
}
