package org.libraryd.deploy;

import io.strimzi.api.kafka.model.topic.KafkaTopic;

/** The settings of the topics as they are deployed. */
public final class DeployedTopics {
  private DeployedTopics() {}

  /** A setting of a topic, as the broker would tell it. */
  public static String setting(String topic, String name) {
    return Manifest.all(Manifest.KAFKA, KafkaTopic.class).stream()
        .filter(deployed -> deployed.getMetadata().getName().equals(topic))
        .map(deployed -> String.valueOf(deployed.getSpec().getConfig().get(name)))
        .findFirst()
        .orElseThrow();
  }
}
