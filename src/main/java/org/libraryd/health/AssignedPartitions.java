package org.libraryd.health;

import io.smallrye.reactive.messaging.kafka.KafkaClientService;
import io.smallrye.reactive.messaging.kafka.KafkaConsumer;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.Set;
import java.util.function.Function;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.TopicPartition;

/** Which partitions the consumer of a channel of this process has. */
@ApplicationScoped
public class AssignedPartitions {
  private static final Duration ANSWER = Duration.ofSeconds(5);

  private final KafkaClientService clients;

  AssignedPartitions(KafkaClientService clients) {
    this.clients = clients;
  }

  /** The partitions now; none where the consumer does not exist, or does not answer within 5 s. */
  public Set<TopicPartition> to(String channel) {
    try {
      KafkaConsumer<byte[], byte[]> consumer = clients.getConsumer(channel);
      // A copy, made on the thread that changes them.
      Function<Consumer<byte[], byte[]>, Set<TopicPartition>> copy =
          client -> Set.copyOf(client.assignment());
      return consumer == null ? Set.of() : consumer.runOnPollingThread(copy).await().atMost(ANSWER);
    } catch (RuntimeException e) {
      return Set.of();
    }
  }
}
