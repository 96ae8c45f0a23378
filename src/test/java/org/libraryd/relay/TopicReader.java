package org.libraryd.relay;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** Reads what is on topics. */
final class TopicReader {
  private final String bootstrap;

  TopicReader(String bootstrap) {
    this.bootstrap = bootstrap;
  }

  /** Returns all records of a topic up to its end, in order per partition. */
  List<ConsumerRecord<byte[], byte[]>> read(String topic) {
    List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
    try (KafkaConsumer<byte[], byte[]> consumer = consumer()) {
      List<TopicPartition> partitions =
          IntStream.range(0, consumer.partitionsFor(topic).size())
              .mapToObj(partition -> new TopicPartition(topic, partition))
              .toList();
      consumer.assign(partitions);
      consumer.seekToBeginning(partitions);
      Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
      await("the end of " + topic)
          .atMost(Duration.ofSeconds(60))
          .until(
              () -> {
                consumer.poll(Duration.ofMillis(100)).forEach(records::add);
                return ends.entrySet().stream()
                    .allMatch(end -> consumer.position(end.getKey()) >= end.getValue());
              });
    }
    return records;
  }

  /** Returns the values as text. */
  List<String> values(String topic) {
    return read(topic).stream().map(record -> new String(record.value(), UTF_8)).toList();
  }

  /** Returns the headers as {@code name=value}; a null value as {@code name}. */
  static List<String> headers(ConsumerRecord<byte[], byte[]> record) {
    return Arrays.stream(record.headers().toArray()).map(TopicReader::text).toList();
  }

  private static String text(Header header) {
    return header.value() == null
        ? header.key()
        : header.key() + "=" + new String(header.value(), UTF_8);
  }

  private KafkaConsumer<byte[], byte[]> consumer() {
    return new KafkaConsumer<>(
        Map.of("bootstrap.servers", bootstrap, "isolation.level", "read_committed"),
        new ByteArrayDeserializer(),
        new ByteArrayDeserializer());
  }
}
