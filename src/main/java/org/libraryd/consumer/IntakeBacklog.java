package org.libraryd.consumer;

import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.jboss.logging.Logger;
import org.libraryd.health.Causes;
import org.libraryd.health.GroupView;
import org.libraryd.wire.TopicConfig;

/**
 * Tells when the records that lay on the loan topic at some moment have been taken in. What the
 * broker does not answer counts as not taken in.
 *
 * <p>The committed offsets alone do not tell: they never reach the end of a topic that ends in
 * transaction markers or aborted records. So what lies between the two is looked at, with the eyes
 * of the group and without joining it.
 */
@ApplicationScoped
class IntakeBacklog {
  private static final Logger LOG = Logger.getLogger(IntakeBacklog.class);
  private static final Duration PATIENCE = Duration.ofSeconds(5);
  private static final Duration POLL = Duration.ofMillis(100);

  private final GroupView view;
  private final String topic;
  private final String group;
  private Map<TopicPartition, Long> noted = Map.of();

  IntakeBacklog(
      GroupView view,
      TopicConfig topics,
      @ConfigProperty(name = "mp.messaging.incoming.lifecycle.group.id") String group) {
    this.view = view;
    this.topic = topics.loan();
    this.group = group;
  }

  /** Notes where the topic ends now; answers whether it could. */
  boolean note() {
    try (Consumer<byte[], byte[]> consumer = view.open(group, 1)) {
      noted =
          Map.copyOf(
              consumer.endOffsets(
                  consumer.partitionsFor(topic).stream()
                      .map(partition -> new TopicPartition(topic, partition.partition()))
                      .toList()));
      return true;
    } catch (KafkaException e) {
      return unknown(e);
    }
  }

  /** Whether no record is left between the group's committed offsets and what was noted. */
  boolean isTakenIn() {
    try (Consumer<byte[], byte[]> consumer = view.open(group, 1)) {
      // Begins at the committed offsets.
      consumer.assign(noted.keySet());
      long deadline = System.nanoTime() + PATIENCE.toNanos();
      while (isBehind(consumer)) {
        for (ConsumerRecord<byte[], byte[]> left : consumer.poll(POLL)) {
          if (left.offset() < endOf(new TopicPartition(topic, left.partition()))) {
            return false;
          }
        }
        if (System.nanoTime() > deadline) {
          return false;
        }
      }
      return true;
    } catch (KafkaException e) {
      return unknown(e);
    }
  }

  private boolean isBehind(Consumer<?, ?> consumer) {
    List<TopicPartition> through =
        noted.keySet().stream()
            .filter(partition -> consumer.position(partition) >= endOf(partition))
            .toList();
    consumer.pause(through);
    return through.size() < noted.size();
  }

  private long endOf(TopicPartition partition) {
    return noted.getOrDefault(partition, 0L);
  }

  private static boolean unknown(KafkaException e) {
    LOG.warnf("Parked events expire later, as the backlog is unknown: %s", Causes.describe(e));
    return false;
  }
}
