package org.libraryd.health;

import io.smallrye.common.annotation.Identifier;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListConsumerGroupOffsetsOptions;
import org.apache.kafka.clients.admin.ListConsumerGroupOffsetsSpec;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * Sees what a consumer group sees, without joining it or moving its offsets. What the broker does
 * not answer within 5 s is a {@link KafkaException}.
 */
@ApplicationScoped
public class GroupView {
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private final Map<String, Object> broker;
  private final Admin admin;

  public GroupView(@Identifier("default-kafka-broker") Map<String, Object> broker, Admin admin) {
    this.broker = broker;
    this.admin = admin;
  }

  /** The group's committed offsets on a topic, by partition; none where it has committed none. */
  public Map<Integer, Long> committed(String group, String topic) {
    Map<Integer, Long> offsets = new HashMap<>();
    committed(List.of(group))
        .getOrDefault(group, Map.of())
        .forEach(
            (partition, offset) -> {
              if (partition.topic().equals(topic)) {
                offsets.put(partition.partition(), offset);
              }
            });
    return offsets;
  }

  /** The committed offsets of groups, in one call. */
  public Map<String, Map<TopicPartition, Long>> committed(Collection<String> groups) {
    Map<String, ListConsumerGroupOffsetsSpec> specs = new HashMap<>();
    groups.forEach(group -> specs.put(group, new ListConsumerGroupOffsetsSpec()));
    var options = new ListConsumerGroupOffsetsOptions().timeoutMs((int) PATIENCE.toMillis());
    Map<String, Map<TopicPartition, Long>> committed = new HashMap<>();
    await(admin.listConsumerGroupOffsets(specs, options).all())
        .forEach(
            (group, offsets) -> {
              Map<TopicPartition, Long> known = new HashMap<>();
              // A null stands for a partition without an offset.
              offsets.forEach(
                  (partition, offset) -> {
                    if (offset != null) {
                      known.put(partition, offset.offset());
                    }
                  });
              committed.put(group, known);
            });
    return committed;
  }

  /** Where partitions end for a reader of this level, in one call. */
  public Map<TopicPartition, Long> ends(Set<TopicPartition> partitions, IsolationLevel level) {
    Map<TopicPartition, OffsetSpec> latest = new HashMap<>();
    partitions.forEach(partition -> latest.put(partition, OffsetSpec.latest()));
    var options = new ListOffsetsOptions(level).timeoutMs((int) PATIENCE.toMillis());
    Map<TopicPartition, Long> ends = new HashMap<>();
    await(admin.listOffsets(latest, options).all())
        .forEach((partition, end) -> ends.put(partition, end.offset()));
    return ends;
  }

  /**
   * Opens a consumer that reads as the group does; the caller assigns partitions, and closes it.
   *
   * @param records how many a poll returns at most
   */
  public Consumer<byte[], byte[]> open(String group, int records) {
    Map<String, Object> settings = new HashMap<>(broker);
    settings.put(ConsumerConfig.GROUP_ID_CONFIG, group);
    settings.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
    settings.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
    settings.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
    settings.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
    settings.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, records);
    settings.put(ConsumerConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, (int) PATIENCE.toMillis());
    return new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer());
  }

  private static <T> T await(KafkaFuture<T> answer) {
    try {
      return answer.get(PATIENCE.toMillis() + 1_000, TimeUnit.MILLISECONDS);
    } catch (ExecutionException e) {
      throw new KafkaException("The broker refused: " + e.getCause(), e.getCause());
    } catch (TimeoutException e) {
      throw new KafkaException("The broker does not answer", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new KafkaException("Interrupted while the broker was asked", e);
    }
  }
}
