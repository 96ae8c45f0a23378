package org.libraryd.audit;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.libraryd.wire.HeaderNames;

/** The loan topic and the audit topic as an outsider sees them. */
final class AuditTopics implements AutoCloseable {

  static final String LOAN = "libraryd.loan";
  static final String AUDIT = "libraryd.audit";

  private final String bootstrap;
  private final KafkaProducer<byte[], byte[]> producer;

  AuditTopics(String bootstrap) {
    this.bootstrap = bootstrap;
    this.producer =
        new KafkaProducer<>(
            Map.of("bootstrap.servers", bootstrap, "max.request.size", 4_000_000),
            new ByteArraySerializer(),
            new ByteArraySerializer());
  }

  /** Sends to the loan topic, in this order, and waits for the broker. */
  void produce(List<ProducerRecord<byte[], byte[]>> records) {
    records.forEach(
        record -> {
          var unused = producer.send(record);
        });
    producer.flush();
  }

  /** Spreads small records over all partitions. */
  void produce(int count) {
    produce(
        Stream.iterate(0, i -> i + 1)
            .limit(count)
            .map(i -> record("L-" + i, "value " + i))
            .toList());
  }

  static ProducerRecord<byte[], byte[]> record(String key, String value) {
    return new ProducerRecord<>(LOAN, key.getBytes(UTF_8), value.getBytes(UTF_8));
  }

  /** Waits until each source record has its copy, and fails if one has more than one. */
  void awaitEachExactlyOnce(Duration atMost) {
    List<String> sources =
        read(LOAN, "read_committed").stream()
            .map(r -> r.topic() + "-" + r.partition() + "@" + r.offset())
            .toList();
    await("every source offset is on the audit topic")
        .atMost(atMost)
        .pollInterval(Duration.ofMillis(200))
        .untilAsserted(() -> assertThat(coordinates()).containsAll(sources));
    assertThat(coordinates()).containsExactlyInAnyOrderElementsOf(sources);
  }

  private List<String> coordinates() {
    return copies().stream()
        .map(
            copy ->
                text(copy, HeaderNames.SOURCE_TOPIC)
                    + "-"
                    + text(copy, HeaderNames.SOURCE_PARTITION)
                    + "@"
                    + text(copy, HeaderNames.SOURCE_OFFSET))
        .toList();
  }

  /** What an auditor reads. */
  List<ConsumerRecord<byte[], byte[]>> copies() {
    return read(AUDIT, "read_committed").stream()
        .filter(record -> record.headers().lastHeader(HeaderNames.SOURCE_TOPIC) != null)
        .toList();
  }

  List<ConsumerRecord<byte[], byte[]>> read(String topic, String isolation) {
    Map<String, Object> settings =
        Map.of("bootstrap.servers", bootstrap, "isolation.level", isolation);
    try (KafkaConsumer<byte[], byte[]> consumer =
        new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
      List<TopicPartition> partitions =
          consumer.partitionsFor(topic).stream()
              .map(info -> new TopicPartition(info.topic(), info.partition()))
              .toList();
      consumer.assign(partitions);
      consumer.seekToBeginning(partitions);
      Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
      List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
      while (ends.entrySet().stream().anyMatch(e -> consumer.position(e.getKey()) < e.getValue())) {
        consumer.poll(Duration.ofMillis(100)).forEach(records::add);
      }
      return records;
    }
  }

  static String text(ConsumerRecord<byte[], byte[]> record, String header) {
    Header found = record.headers().lastHeader(header);
    return found == null ? "" : new String(found.value(), UTF_8);
  }

  @Override
  public void close() {
    producer.close();
  }
}
