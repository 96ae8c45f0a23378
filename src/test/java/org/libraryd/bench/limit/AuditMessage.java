package org.libraryd.bench.limit;

import static java.nio.charset.StandardCharsets.UTF_8;

import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;

/** The copy of a record for the audit topic: the record as it is, and where it was. */
final class AuditMessage {
  private AuditMessage() {}

  static ProducerRecord<byte[], byte[]> of(ConsumerRecord<byte[], byte[]> source) {
    Headers headers = new RecordHeaders(source.headers().toArray());
    add(headers, "source-topic", source.topic());
    add(headers, "source-partition", Integer.toString(source.partition()));
    add(headers, "source-offset", Long.toString(source.offset()));
    add(headers, "source-timestamp", Long.toString(source.timestamp()));
    return new ProducerRecord<>("libraryd.audit", null, source.key(), source.value(), headers);
  }

  private static void add(Headers headers, String name, String value) {
    headers.add(name, value.getBytes(UTF_8));
  }
}
