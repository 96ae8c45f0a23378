package org.libraryd.bench.limit;

import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * Copies the loan topic to the audit topic, each record exactly once: copies and offsets of a batch
 * are one Kafka transaction. A transaction that fails ends the program.
 */
public final class LimitAudit {
  private LimitAudit() {}

  /** Takes the address of the database, which it has no use for, and that of the broker. */
  public static void main(String[] arguments) throws Exception {
    Map<String, Object> settings =
        Map.of(
            "bootstrap.servers",
            arguments[1],
            "transactional.id",
            "libraryd-loan-tx-1",
            "acks",
            "all",
            "enable.idempotence",
            "true",
            "batch.size",
            65_536,
            "transaction.timeout.ms",
            45_000);
    Consumer<byte[], byte[]> consumer = Polling.consumer(arguments[1], "libraryd-audit");
    try (Producer<byte[], byte[]> producer =
        new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer())) {
      producer.initTransactions();
      consumer.subscribe(List.of(Polling.TOPIC));
      Polling.run(consumer, batch -> copy(batch, producer, consumer));
    }
  }

  private static void copy(
      ConsumerRecords<byte[], byte[]> batch,
      Producer<byte[], byte[]> producer,
      Consumer<byte[], byte[]> consumer) {
    producer.beginTransaction();
    for (ConsumerRecord<byte[], byte[]> source : batch) {
      Future<?> unused = producer.send(AuditMessage.of(source));
    }
    producer.sendOffsetsToTransaction(Polling.offsets(batch), consumer.groupMetadata());
    // Fails where one of the sends has failed.
    producer.commitTransaction();
  }
}
