package org.libraryd.audit;

import io.smallrye.reactive.messaging.kafka.api.IncomingKafkaRecordBatchMetadata;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;

/** Describes part of a polled batch as if it had been polled alone. */
final class Chunks {

  private Chunks() {}

  /**
   * @param chunk records of one batch, each partition's from its first uncommitted one on
   * @param batch the batch they came with; its generation stays theirs
   */
  static IncomingKafkaRecordBatchMetadata<byte[], byte[]> metadata(
      List<ConsumerRecord<byte[], byte[]>> chunk,
      IncomingKafkaRecordBatchMetadata<byte[], byte[]> batch) {
    Map<TopicPartition, List<ConsumerRecord<byte[], byte[]>>> records =
        chunk.stream()
            .collect(
                Collectors.groupingBy(
                    record -> new TopicPartition(record.topic(), record.partition()),
                    LinkedHashMap::new,
                    Collectors.toList()));
    Map<TopicPartition, OffsetAndMetadata> last = new LinkedHashMap<>();
    // SmallRye commits the offset after the one given here.
    records.forEach(
        (partition, own) ->
            last.put(partition, new OffsetAndMetadata(own.get(own.size() - 1).offset())));
    return new IncomingKafkaRecordBatchMetadata<>(
        new ConsumerRecords<>(records, Map.of()),
        batch.getChannel(),
        batch.getConsumerIndex(),
        last,
        batch.getConsumerGroupGenerationId());
  }
}
