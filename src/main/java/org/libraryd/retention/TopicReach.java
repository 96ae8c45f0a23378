package org.libraryd.retention;

import static org.apache.kafka.common.config.TopicConfig.CLEANUP_POLICY_CONFIG;
import static org.apache.kafka.common.config.TopicConfig.CLEANUP_POLICY_DELETE;
import static org.apache.kafka.common.config.TopicConfig.RETENTION_MS_CONFIG;
import static org.apache.kafka.common.config.TopicConfig.SEGMENT_MS_CONFIG;

import java.util.List;
import java.util.function.UnaryOperator;

/**
 * For how long a topic's records can be read again after they were written.
 *
 * @param seconds infinite where records are never dropped for their age, NaN where it is not known
 * @param because the settings it follows from, or why it is not known
 */
record TopicReach(String topic, double seconds, String because) {
  /** Finds the reach from the topic's settings. */
  static TopicReach of(String topic, UnaryOperator<String> setting) {
    String policy = setting.apply(CLEANUP_POLICY_CONFIG);
    if (!List.of(policy.split(" *, *", -1)).contains(CLEANUP_POLICY_DELETE)) {
      return endless(topic, CLEANUP_POLICY_CONFIG + "=" + policy);
    }
    long retention = Long.parseLong(setting.apply(RETENTION_MS_CONFIG));
    if (retention < 0) {
      return endless(topic, RETENTION_MS_CONFIG + "=" + retention);
    }
    // Segments are dropped whole, when their last record is old enough: the first is older then.
    long segment = Long.parseLong(setting.apply(SEGMENT_MS_CONFIG));
    return new TopicReach(
        topic,
        (retention + (double) segment) / 1000,
        "%s=%d + %s=%d".formatted(RETENTION_MS_CONFIG, retention, SEGMENT_MS_CONFIG, segment));
  }

  static TopicReach unknown(String topic, String because) {
    return new TopicReach(topic, Double.NaN, because);
  }

  private static TopicReach endless(String topic, String because) {
    return new TopicReach(topic, Double.POSITIVE_INFINITY, because);
  }
}
