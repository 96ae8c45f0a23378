package org.libraryd.bench.limit;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.WakeupException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** Reads the loan topic in batches until the process is asked to end (SIGTERM). */
final class Polling {
  static final String TOPIC = "libraryd.loan";

  private static final Duration LONGEST_POLL = Duration.ofMillis(200);

  interface Handler {
    void take(ConsumerRecords<byte[], byte[]> batch) throws Exception;
  }

  private Polling() {}

  static KafkaConsumer<byte[], byte[]> consumer(String bootstrap, String group) {
    return new KafkaConsumer<>(
        Map.of(
            "bootstrap.servers", bootstrap,
            "group.id", group,
            "isolation.level", "read_committed",
            "auto.offset.reset", "earliest",
            "enable.auto.commit", "false",
            "allow.auto.create.topics", "false",
            "max.poll.records", 2000),
        new ByteArrayDeserializer(),
        new ByteArrayDeserializer());
  }

  static void run(Consumer<byte[], byte[]> consumer, Handler handler) throws Exception {
    CountDownLatch closed = new CountDownLatch(1);
    Runtime.getRuntime().addShutdownHook(new Thread(() -> end(consumer, closed)));
    try (consumer) {
      while (true) {
        ConsumerRecords<byte[], byte[]> batch = consumer.poll(LONGEST_POLL);
        if (!batch.isEmpty()) {
          handler.take(batch);
        }
      }
    } catch (WakeupException e) {
      // The process has been asked to end.
    } finally {
      closed.countDown();
    }
  }

  /** The offsets to go on from after a batch. */
  static Map<TopicPartition, OffsetAndMetadata> offsets(ConsumerRecords<byte[], byte[]> batch) {
    Map<TopicPartition, OffsetAndMetadata> offsets = new HashMap<>();
    for (TopicPartition partition : batch.partitions()) {
      List<ConsumerRecord<byte[], byte[]>> records = batch.records(partition);
      long last = records.get(records.size() - 1).offset();
      offsets.put(partition, new OffsetAndMetadata(last + 1));
    }
    return offsets;
  }

  private static void end(Consumer<?, ?> consumer, CountDownLatch closed) {
    consumer.wakeup();
    try {
      closed.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
