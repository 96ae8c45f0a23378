package org.libraryd.audit;

import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** Another member of the audit group, which takes partitions, copies nothing, and leaves again. */
final class GroupPeer implements AutoCloseable {

  private final KafkaConsumer<byte[], byte[]> consumer;

  /** Returns when the group has given it partitions. */
  GroupPeer(String bootstrap, String assignor) {
    consumer =
        new KafkaConsumer<>(
            Map.of(
                "bootstrap.servers",
                bootstrap,
                "group.id",
                AuditConfig.DEFAULT_GROUP,
                "enable.auto.commit",
                "false",
                "auto.offset.reset",
                "earliest",
                "partition.assignment.strategy",
                assignor),
            new ByteArrayDeserializer(),
            new ByteArrayDeserializer());
    consumer.subscribe(List.of(AuditTopics.LOAN));
    await("the peer has partitions")
        .atMost(Duration.ofSeconds(60))
        .pollInSameThread()
        .until(
            () -> {
              consumer.poll(Duration.ofMillis(100));
              return !consumer.assignment().isEmpty();
            });
  }

  @Override
  public void close() {
    consumer.close();
  }
}
