package org.libraryd.relay;

import java.util.concurrent.Future;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;

/** Sends a record as {@link org.apache.kafka.clients.producer.Producer} does. */
@FunctionalInterface
interface Sender {
  Future<RecordMetadata> send(ProducerRecord<byte[], byte[]> record, Callback callback);
}
