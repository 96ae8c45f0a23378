package org.libraryd.watchdog;

import static io.quarkus.scheduler.Scheduled.ConcurrentExecution.SKIP;

import io.quarkus.scheduler.Scheduled;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.eclipse.microprofile.config.Config;
import org.jboss.logging.Logger;
import org.libraryd.health.AssignedPartitions;
import org.libraryd.health.Causes;
import org.libraryd.health.GroupView;
import org.libraryd.wire.TopicConfig;

/** Looks at the lag of the three channels, with three calls to the broker each 10 s. */
@ApplicationScoped
class ChannelWatch {
  private static final Logger LOG = Logger.getLogger(ChannelWatch.class);

  private record Channel(String name, String topic, String group, ChannelLag lag) {
    /** The partitions that the group has read, in whatever process. */
    Set<TopicPartition> read(Map<String, Map<TopicPartition, Long>> committed) {
      return committed.getOrDefault(group, Map.of()).keySet().stream()
          .filter(partition -> partition.topic().equals(topic))
          .collect(Collectors.toSet());
    }
  }

  private final GroupView view;
  private final AssignedPartitions partitions;
  private final OpenTransactions transactions;
  private final List<Channel> channels;

  ChannelWatch(
      GroupView view,
      AssignedPartitions partitions,
      OpenTransactions transactions,
      Stalls stalls,
      TopicConfig topics,
      Config settings) {
    this.view = view;
    this.partitions = partitions;
    this.transactions = transactions;
    this.channels =
        List.of(
            channel("lifecycle", "loan-lifecycle", topics.loan(), stalls, settings),
            channel("notice", "loan-notice", topics.changed(), stalls, settings),
            channel("audit-source", "audit", topics.loan(), stalls, settings));
  }

  private Channel channel(String name, String part, String topic, Stalls stalls, Config settings) {
    String group = settings.getValue("mp.messaging.incoming." + name + ".group.id", String.class);
    return new Channel(name, topic, group, new ChannelLag(group, view, stalls.of(part)));
  }

  @Scheduled(every = "10s", concurrentExecution = SKIP)
  void run() {
    try {
      look();
    } catch (KafkaException e) {
      // The broker's pulse tells that it is away.
      LOG.debugf("The lag is unknown: %s", Causes.describe(e));
    }
  }

  private void look() {
    var committed = view.committed(channels.stream().map(Channel::group).toList());
    Map<Channel, Set<TopicPartition>> assigned = new HashMap<>();
    Set<TopicPartition> all = new HashSet<>();
    for (Channel channel : channels) {
      Set<TopicPartition> own = partitions.to(channel.name());
      assigned.put(channel, own);
      all.addAll(own.isEmpty() ? channel.read(committed) : own);
    }
    // In this order, so that what is written meanwhile does not look held.
    Map<TopicPartition, Long> ends = view.ends(all, IsolationLevel.READ_UNCOMMITTED);
    Map<TopicPartition, Long> stable = view.ends(all, IsolationLevel.READ_COMMITTED);
    transactions.sample(stable, ends);
    assigned.forEach(
        (channel, own) ->
            channel
                .lag()
                .sample(
                    own,
                    channel.read(committed),
                    committed.getOrDefault(channel.group(), Map.of()),
                    stable));
  }
}
