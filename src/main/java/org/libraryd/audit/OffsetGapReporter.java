package org.libraryd.audit;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
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
public class OffsetGapReporter {

  private static final Logger LOG = Logger.getLogger(OffsetGapReporter.class);

  private final AuditMetrics metrics;
  private final Set<TopicPartition> reported = ConcurrentHashMap.newKeySet();

  @Inject
  OffsetGapReporter(AuditMetrics metrics) {
    this.metrics = metrics;
  }

  void report(Consumer<?, ?> consumer, Collection<TopicPartition> partitions) {
    try {
      Map<TopicPartition, OffsetAndMetadata> committed =
          consumer.committed(new HashSet<>(partitions));
      Map<TopicPartition, Long> first = consumer.beginningOffsets(partitions);
      Map<TopicPartition, Long> end = consumer.endOffsets(partitions);
      List<TopicPartition> uncommitted = new ArrayList<>();
      for (TopicPartition partition : partitions) {
        OffsetAndMetadata position = committed.get(partition);
        long begin = first.getOrDefault(partition, 0L);
        if (position == null && begin < end.getOrDefault(partition, 0L)) {
          uncommitted.add(partition);
        } else if (position != null && position.offset() < begin) {
          report(
              List.of(partition),
              "lost its records %d to %d before they were copied"
                  .formatted(position.offset(), begin - 1));
        }
      }
      report(uncommitted, "has records but no committed offset: they may be copied again");
    } catch (KafkaException e) {
      LOG.warnf("Cannot tell whether offsets are missing on %s: %s", partitions, e);
    }
  }

  private void report(List<TopicPartition> partitions, String what) {
    List<TopicPartition> news = partitions.stream().filter(reported::add).toList();
    if (!news.isEmpty()) {
      news.forEach(partition -> metrics.gap());
      LOG.warnf(
          "Partition %s %s",
          news.stream().map(TopicPartition::toString).sorted().collect(Collectors.joining(", ")),
          what);
    }
  }
}
