package org.libraryd.startup.check;

import jakarta.inject.Singleton;
import java.util.ArrayList;
import java.util.List;
import org.libraryd.wire.TopicConfig;

/**
 * Holds the settings of topics against those of the clients: what costs safety or speed, but breaks
 * no promise of ours, is worth a warning and stops nothing.
 */
@Singleton
public class TopicSettingsCheck {
  /**
   * What a broker tells of a topic.
   *
   * @param maxMessageBytes the largest batch that it takes
   * @param minInSyncReplicas how many replicas an acknowledged record is on at least
   * @param replicas of the partition that has the fewest
   */
  public record Topic(String name, int maxMessageBytes, int minInSyncReplicas, int replicas) {}

  private final ChannelSettings settings;
  private final TopicConfig topics;

  TopicSettingsCheck(ChannelSettings settings, TopicConfig topics) {
    this.settings = settings;
    this.topics = topics;
  }

  /** One sentence for each setting that an operator should know of. */
  public List<String> warnings(List<Topic> found) {
    List<String> warnings = new ArrayList<>();
    for (Topic topic : found) {
      if (topic.name().equals(topics.audit())) {
        batchFits("outgoing.audit", topic, warnings);
      } else if (!topic.name().equals(topics.loan())) {
        batchFits("outgoing.relay", topic, warnings);
      }
      survivesABroker(topic, warnings);
    }
    return warnings;
  }

  private void batchFits(String channel, Topic topic, List<String> warnings) {
    int batch = settings.value(channel, "batch.size").map(Integer::parseInt).orElse(16_384);
    if (batch > topic.maxMessageBytes()) {
      warnings.add(
          "%s is %d, topic %s takes %d: larger batches are refused and sent again one by one"
              .formatted(
                  ChannelSettings.key(channel, "batch.size"),
                  batch,
                  topic.name(),
                  topic.maxMessageBytes()));
    }
  }

  private static void survivesABroker(Topic topic, List<String> warnings) {
    if (topic.replicas() < 2 || topic.minInSyncReplicas() < 2) {
      warnings.add(
          "topic %s has %d replicas and min.insync.replicas %d: an acknowledged record may be on"
                  .formatted(topic.name(), topic.replicas(), topic.minInSyncReplicas())
              + " one broker only");
    } else if (topic.minInSyncReplicas() == topic.replicas()) {
      warnings.add(
          "topic %s has min.insync.replicas %d of %d replicas: one broker away stops all writes"
              .formatted(topic.name(), topic.minInSyncReplicas(), topic.replicas()));
    }
  }
}
