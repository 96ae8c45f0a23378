package org.libraryd.audit;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.libraryd.wire.HeaderNames;

/** Makes the record that stands for one source record on the audit topic. */
final class AuditCopy {

  /** Marks a stub; its value is the reason. */
  static final String STUB = "audit-stub";

  /** A longer key may itself be what the broker refuses, so a stub does not repeat it. */
  private static final int LONGEST_STUB_KEY = 1024;

  private final String topic;

  AuditCopy(String topic) {
    this.topic = topic;
  }

  /** Key, value and headers byte for byte and in order, then the coordinates as headers. */
  ProducerRecord<byte[], byte[]> verbatim(ConsumerRecord<byte[], byte[]> source) {
    Headers headers = new RecordHeaders(source.headers().toArray());
    addCoordinates(headers, source);
    return new ProducerRecord<>(topic, null, source.key(), source.value(), headers);
  }

  /** Takes the place of a record that the audit topic refuses for good. */
  ProducerRecord<byte[], byte[]> stub(ConsumerRecord<byte[], byte[]> source, String reason) {
    Headers headers = new RecordHeaders();
    addCoordinates(headers, source);
    add(headers, STUB, reason);
    byte[] value =
        JsonNodeFactory.instance
            .objectNode()
            .put("topic", source.topic())
            .put("partition", source.partition())
            .put("offset", source.offset())
            .put("timestamp", source.timestamp())
            .put("reason", reason)
            .toString()
            .getBytes(UTF_8);
    return new ProducerRecord<>(topic, null, stubKey(source), value, headers);
  }

  private static byte[] stubKey(ConsumerRecord<byte[], byte[]> source) {
    byte[] key = source.key();
    if (key != null && key.length <= LONGEST_STUB_KEY) {
      return key;
    }
    return (source.topic() + "-" + source.partition() + "-" + source.offset()).getBytes(UTF_8);
  }

  private static void addCoordinates(Headers headers, ConsumerRecord<byte[], byte[]> source) {
    add(headers, HeaderNames.SOURCE_TOPIC, source.topic());
    add(headers, HeaderNames.SOURCE_PARTITION, Integer.toString(source.partition()));
    add(headers, HeaderNames.SOURCE_OFFSET, Long.toString(source.offset()));
    add(headers, HeaderNames.SOURCE_TIMESTAMP, timestamp(source));
  }

  private static void add(Headers headers, String name, String value) {
    headers.add(name, value.getBytes(UTF_8));
  }

  private static String timestamp(ConsumerRecord<byte[], byte[]> source) {
    return Long.toString(source.timestamp());
  }
}
