package org.libraryd.bench.limit;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * Copies the loan topic to the audit topic without transactions: at least once, and twice what lies
 * between a crash and the offsets committed last. What exactly once costs is measured against it.
 */
public final class PlainCopy {
  private PlainCopy() {}

  /** Takes the address of the database, which it has no use for, and that of the broker. */
  public static void main(String[] arguments) throws Exception {
    Map<String, Object> settings =
        Map.of(
            "bootstrap.servers",
            arguments[1],
            "acks",
            "all",
            "enable.idempotence",
            "true",
            "batch.size",
            65_536);
    Consumer<byte[], byte[]> consumer = Polling.consumer(arguments[1], "libraryd-audit");
    try (Producer<byte[], byte[]> producer =
        new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer())) {
      consumer.subscribe(List.of(Polling.TOPIC));
      Polling.run(consumer, batch -> copy(batch, producer, consumer));
    }
  }

  private static void copy(
      ConsumerRecords<byte[], byte[]> batch,
      Producer<byte[], byte[]> producer,
      Consumer<byte[], byte[]> consumer)
      throws ExecutionException, InterruptedException {
    List<Future<?>> sent = new ArrayList<>(batch.count());
    for (ConsumerRecord<byte[], byte[]> source : batch) {
      sent.add(producer.send(AuditMessage.of(source)));
    }
    producer.flush();
    for (Future<?> answer : sent) {
      answer.get();
    }
    consumer.commitAsync(Polling.offsets(batch), null);
  }
}
