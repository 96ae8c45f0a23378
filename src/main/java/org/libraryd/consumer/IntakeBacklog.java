package org.libraryd.consumer;

import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListConsumerGroupOffsetsOptions;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.jboss.logging.Logger;
import org.libraryd.wire.TopicConfig;

/**
 * Tells when the records that lay on the loan topic at some moment have been taken in. What the
 * broker does not answer counts as not taken in.
 */
@ApplicationScoped
class IntakeBacklog {
  private static final Logger LOG = Logger.getLogger(IntakeBacklog.class);
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private final Admin admin;
  private final String topic;
  private final String group;
  private Map<TopicPartition, Long> noted = Map.of();

  IntakeBacklog(
      Admin admin,
      TopicConfig topics,
      @ConfigProperty(name = "mp.messaging.incoming.lifecycle.group.id") String group) {
    this.admin = admin;
    this.topic = topics.loan();
    this.group = group;
  }

  /** Notes where the topic ends now; answers whether it could. */
  boolean note() {
    try {
      noted = ends();
      return true;
    } catch (ExecutionException | TimeoutException e) {
      return unknown(e);
    }
  }

  /** Whether the group's committed offsets have passed what was noted. */
  boolean isTakenIn() {
    try {
      Map<TopicPartition, OffsetAndMetadata> committed = committed();
      return noted.entrySet().stream()
          .allMatch(
              end -> {
                OffsetAndMetadata offset = committed.get(end.getKey());
                return (offset == null ? 0 : offset.offset()) >= end.getValue();
              });
    } catch (ExecutionException | TimeoutException e) {
      return unknown(e);
    }
  }

  private Map<TopicPartition, Long> ends() throws ExecutionException, TimeoutException {
    List<TopicPartition> partitions =
        await(admin.describeTopics(List.of(topic)).allTopicNames()).values().stream()
            .flatMap(description -> description.partitions().stream())
            .map(partition -> new TopicPartition(topic, partition.partition()))
            .toList();
    var latest =
        await(
            admin
                .listOffsets(
                    partitions.stream()
                        .collect(Collectors.toMap(key -> key, key -> OffsetSpec.latest())),
                    new ListOffsetsOptions(IsolationLevel.READ_COMMITTED))
                .all());
    Map<TopicPartition, Long> ends = new HashMap<>();
    latest.forEach((partition, end) -> ends.put(partition, end.offset()));
    return ends;
  }

  private Map<TopicPartition, OffsetAndMetadata> committed()
      throws ExecutionException, TimeoutException {
    return await(
        admin
            .listConsumerGroupOffsets(group, new ListConsumerGroupOffsetsOptions())
            .partitionsToOffsetAndMetadata());
  }

  private static <T> T await(KafkaFuture<T> answer) throws ExecutionException, TimeoutException {
    try {
      return answer.get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new StoppedException();
    }
  }

  private static boolean unknown(Exception e) {
    LOG.warnf("Parked events expire later, as the backlog is unknown: %s", e.getMessage());
    return false;
  }
}
