package org.libraryd.audit;

import io.smallrye.common.annotation.Identifier;
import io.smallrye.reactive.messaging.kafka.KafkaConsumerRebalanceListener;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.util.Collection;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.jboss.logging.Logger;

/**
 * Reports, before the first record is read, every assigned partition where "exactly once" does not
 * follow from a committed offset: none is stored though there are records (copies may repeat), or
 * the records after it are gone (copies are missing). Each partition is reported once per process.
 */
@ApplicationScoped
@Identifier("audit-gaps")
public class OffsetGapReporter implements KafkaConsumerRebalanceListener {

  private static final Logger LOG = Logger.getLogger(OffsetGapReporter.class);

  private final AuditMetrics metrics;
  private final Set<TopicPartition> reported = ConcurrentHashMap.newKeySet();

  @Inject
  OffsetGapReporter(AuditMetrics metrics) {
    this.metrics = metrics;
  }

  @Override
  public void onPartitionsAssigned(Consumer<?, ?> consumer, Collection<TopicPartition> partitions) {
    try {
      Map<TopicPartition, OffsetAndMetadata> committed =
          consumer.committed(new HashSet<>(partitions));
      Map<TopicPartition, Long> first = consumer.beginningOffsets(partitions);
      Map<TopicPartition, Long> end = consumer.endOffsets(partitions);
      for (TopicPartition partition : partitions) {
        OffsetAndMetadata position = committed.get(partition);
        long begin = first.getOrDefault(partition, 0L);
        if (position == null && begin < end.getOrDefault(partition, 0L)) {
          report(partition, "has records but no committed offset: they may be copied again");
        } else if (position != null && position.offset() < begin) {
          report(
              partition,
              "lost its records %d to %d before they were copied"
                  .formatted(position.offset(), begin - 1));
        }
      }
    } catch (KafkaException e) {
      LOG.warnf("Cannot tell whether offsets are missing on %s: %s", partitions, e);
    }
  }

  private void report(TopicPartition partition, String what) {
    if (reported.add(partition)) {
      metrics.gap();
      LOG.warnf("Partition %s %s", partition, what);
    }
  }
}
