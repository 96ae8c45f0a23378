package org.libraryd.watchdog;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.TopicPartition;
import org.libraryd.health.GroupView;

/**
 * Tells whether records wait for a channel: on the partitions assigned to it, or, where it has none
 * or does not answer, on any that its group has read.
 *
 * <p>Committed offsets that stay below the end of a partition do not tell by themselves: they never
 * reach an end of transaction markers or aborted records. So once nothing has moved for a while,
 * what lies between is looked at, once for the same two offsets.
 */
final class ChannelLag {
  private static final Duration SUSPICIOUS = Duration.ofSeconds(10);
  private static final Duration POLL = Duration.ofMillis(100);
  private static final Duration LOOK = Duration.ofSeconds(3);

  private record Span(long from, long to) {}

  private final String group;
  private final GroupView view;
  private final Stall stall;
  private final Map<TopicPartition, Span> empty = new HashMap<>();
  private Map<TopicPartition, Long> last = Map.of();

  ChannelLag(String group, GroupView view, Stall stall) {
    this.group = group;
    this.view = view;
    this.stall = stall;
  }

  /**
   * Feeds the stall.
   *
   * @param assigned the partitions of this process
   * @param others what counts where it has none
   * @param committed the group's offsets
   * @param ends where a reader of committed records has to stop
   */
  void sample(
      Set<TopicPartition> assigned,
      Set<TopicPartition> others,
      Map<TopicPartition, Long> committed,
      Map<TopicPartition, Long> ends) {
    Set<TopicPartition> partitions = assigned.isEmpty() ? others : assigned;
    Map<TopicPartition, Long> now = new HashMap<>(committed);
    now.keySet().retainAll(partitions);
    // What this process commits it reports itself, and when it happens.
    if (assigned.isEmpty() && !now.equals(last)) {
      stall.moved();
    }
    last = now;
    boolean waits = false;
    for (TopicPartition partition : partitions) {
      Span span = new Span(now.getOrDefault(partition, 0L), ends.getOrDefault(partition, 0L));
      waits = waits || (span.from() < span.to() && !isEmpty(partition, span));
    }
    stall.sample(waits);
  }

  private boolean isEmpty(TopicPartition partition, Span span) {
    if (span.equals(empty.get(partition))) {
      return true;
    }
    if (stall.age().compareTo(SUSPICIOUS) < 0 || hasRecords(partition, span)) {
      return false;
    }
    empty.put(partition, span);
    return true;
  }

  private boolean hasRecords(TopicPartition partition, Span span) {
    try (var reader = view.open(group, 1)) {
      reader.assign(List.of(partition));
      reader.seek(partition, span.from());
      long deadline = System.nanoTime() + LOOK.toNanos();
      while (reader.position(partition) < span.to() && System.nanoTime() < deadline) {
        if (!reader.poll(POLL).isEmpty()) {
          return true;
        }
      }
      return reader.position(partition) < span.to();
    }
  }
}
