package org.libraryd.model;

import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;

/** How far a service has come, seen from the broker alone, so that it can be asked at any time. */
public final class Progress implements AutoCloseable {

  private final Admin admin;

  public Progress(String bootstrap) {
    Properties config = new Properties();
    config.put(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrap);
    admin = Admin.create(config);
  }

  /** Returns the sum of the end offsets: records, and on a transactional topic its markers. */
  public long written(String topic) {
    return sum(ends(topic));
  }

  /** Returns how many offsets of the topic lie behind transactions that have not ended. */
  public long undecided(String topic) {
    return written(topic) - sum(ends(topic, IsolationLevel.READ_COMMITTED));
  }

  /** Returns how many offsets of the topic the group has committed. */
  public long committed(String group, String topic) {
    return sum(offsets(group, topic));
  }

  /** Returns the offset that the group has committed for each partition of the topic, if any. */
  public Map<Integer, Long> offsets(String group, String topic) {
    return wait(admin.listConsumerGroupOffsets(group).partitionsToOffsetAndMetadata())
        .entrySet()
        .stream()
        .filter(entry -> entry.getKey().topic().equals(topic) && entry.getValue() != null)
        .collect(
            Collectors.toMap(
                entry -> entry.getKey().partition(), entry -> entry.getValue().offset()));
  }

  /** Returns how many offsets of the topic the group has not committed. */
  public long lag(String group, String topic) {
    return written(topic) - committed(group, topic);
  }

  @Override
  public void close() {
    admin.close();
  }

  /** Returns the end offset of each partition of the topic. */
  public Map<Integer, Long> ends(String topic) {
    return ends(topic, IsolationLevel.READ_UNCOMMITTED);
  }

  private static long sum(Map<Integer, Long> offsets) {
    return offsets.values().stream().mapToLong(Long::longValue).sum();
  }

  private Map<Integer, Long> ends(String topic, IsolationLevel isolation) {
    int partitions =
        wait(admin.describeTopics(Set.of(topic)).allTopicNames())
            .values()
            .iterator()
            .next()
            .partitions()
            .size();
    Map<TopicPartition, OffsetSpec> latest =
        IntStream.range(0, partitions)
            .mapToObj(partition -> new TopicPartition(topic, partition))
            .collect(Collectors.toMap(Function.identity(), partition -> OffsetSpec.latest()));
    return wait(admin.listOffsets(latest, new ListOffsetsOptions(isolation)).all())
        .entrySet()
        .stream()
        .collect(
            Collectors.toMap(
                entry -> entry.getKey().partition(), entry -> entry.getValue().offset()));
  }

  private static <T> T wait(KafkaFuture<T> answer) {
    try {
      return answer.get();
    } catch (ExecutionException e) {
      throw new IllegalStateException(e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }
}
