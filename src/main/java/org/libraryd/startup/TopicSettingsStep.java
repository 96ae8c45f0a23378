package org.libraryd.startup;

import static org.apache.kafka.common.config.TopicConfig.MAX_MESSAGE_BYTES_CONFIG;
import static org.apache.kafka.common.config.TopicConfig.MIN_IN_SYNC_REPLICAS_CONFIG;

import jakarta.inject.Singleton;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.jboss.logging.Logger;
import org.libraryd.startup.check.TopicSettingsCheck;
import org.libraryd.startup.check.TopicSettingsCheck.Topic;
import org.libraryd.wire.TopicConfig;

/** Tells of topic settings that cost safety or speed, once; not of a broker for development. */
@Singleton
class TopicSettingsStep implements StartStep {
  private static final Logger LOG = Logger.getLogger(TopicSettingsStep.class);
  private static final int GIVE_UP_SECONDS = 6;

  private final Admin admin;
  private final TopicConfig topics;
  private final TopicSettingsCheck check;

  TopicSettingsStep(Admin admin, TopicConfig topics, TopicSettingsCheck check) {
    this.admin = admin;
    this.topics = topics;
    this.check = check;
  }

  @Override
  public String name() {
    return "the settings of the topics";
  }

  @Override
  public void attempt() throws Exception {
    if (topics.create()) {
      return;
    }
    List<String> warnings = check.warnings(found());
    if (!warnings.isEmpty()) {
      LOG.warn(String.join("; ", warnings));
    }
  }

  private List<Topic> found() throws Exception {
    List<ConfigResource> resources =
        topics.all().stream()
            .map(name -> new ConfigResource(ConfigResource.Type.TOPIC, name))
            .toList();
    var replicas = new HashMap<String, Integer>();
    await(admin.describeTopics(topics.all()).allTopicNames())
        .forEach((name, description) -> replicas.put(name, fewestReplicas(description)));
    List<Topic> found = new ArrayList<>();
    for (var answer : admin.describeConfigs(resources).values().entrySet()) {
      String name = answer.getKey().name();
      try {
        Config config = await(answer.getValue());
        found.add(
            new Topic(
                name,
                number(config, MAX_MESSAGE_BYTES_CONFIG),
                number(config, MIN_IN_SYNC_REPLICAS_CONFIG),
                replicas.getOrDefault(name, 0)));
      } catch (TopicAuthorizationException e) {
        LOG.warnf(
            "The right DESCRIBE_CONFIGS on topic %s is missing: its settings are not checked",
            name);
      }
    }
    return found;
  }

  private static int fewestReplicas(TopicDescription topic) {
    return topic.partitions().stream().mapToInt(part -> part.replicas().size()).min().orElse(0);
  }

  private static int number(Config config, String key) {
    return Integer.parseInt(config.get(key).value());
  }

  private static <T> T await(KafkaFuture<T> answer) throws Exception {
    try {
      return answer.get(GIVE_UP_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      throw e.getCause() instanceof Exception cause ? cause : e;
    }
  }
}
