package org.libraryd.retention;

import jakarta.enterprise.context.ApplicationScoped;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.DescribeConfigsOptions;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.AuthorizationException;

/** Asks the broker how long it keeps the records of topics. */
@ApplicationScoped
class TopicReaches {
  private static final int TIMEOUT_MILLIS = 5_000;
  // Later than the client's own time-out, whose message tells what it waited for.
  private static final int GIVE_UP_MILLIS = TIMEOUT_MILLIS + 1_000;

  private final Admin admin;

  TopicReaches(Admin admin) {
    this.admin = admin;
  }

  /**
   * Returns one answer per topic, by name; unknown where the right to ask is missing, which no
   * waiting cures.
   *
   * @throws Exception where the broker does not answer within about five seconds
   */
  List<TopicReach> read(Set<String> topics) throws Exception {
    List<ConfigResource> resources =
        topics.stream().map(topic -> new ConfigResource(ConfigResource.Type.TOPIC, topic)).toList();
    var answers =
        admin
            .describeConfigs(resources, new DescribeConfigsOptions().timeoutMs(TIMEOUT_MILLIS))
            .values();
    List<TopicReach> reaches = new ArrayList<>();
    for (var answer : answers.entrySet()) {
      reaches.add(read(answer.getKey().name(), answer.getValue()));
    }
    reaches.sort(Comparator.comparing(TopicReach::topic));
    return reaches;
  }

  static TopicReach read(String topic, KafkaFuture<Config> answer) throws Exception {
    try {
      Config config = answer.get(GIVE_UP_MILLIS, TimeUnit.MILLISECONDS);
      return TopicReach.of(topic, name -> config.get(name).value());
    } catch (ExecutionException e) {
      if (e.getCause() instanceof AuthorizationException) {
        return TopicReach.unknown(
            topic, "the right DESCRIBE_CONFIGS on topic " + topic + " is missing");
      }
      throw e.getCause() instanceof Exception cause ? cause : e;
    }
  }
}
