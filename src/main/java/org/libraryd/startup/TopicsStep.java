package org.libraryd.startup;

import jakarta.inject.Singleton;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.CreateTopicsOptions;
import org.apache.kafka.clients.admin.DescribeTopicsOptions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.libraryd.health.BrokerPulse;
import org.libraryd.wire.TopicConfig;

/** Waits for a broker that has all topics; creates the missing ones only where that is allowed. */
@Singleton
class TopicsStep implements StartStep {
  private static final int TIMEOUT_MILLIS = 5_000;
  // Later than the client's own time-out, whose message tells what it waited for.
  private static final int GIVE_UP_MILLIS = TIMEOUT_MILLIS + 1_000;

  private final Admin admin;
  private final TopicConfig topics;
  private final BrokerPulse pulse;

  TopicsStep(Admin admin, TopicConfig topics, BrokerPulse pulse) {
    this.admin = admin;
    this.topics = topics;
    this.pulse = pulse;
  }

  @Override
  public String name() {
    return "the broker and its topics";
  }

  @Override
  public void attempt() throws Exception {
    List<String> missing = missing();
    if (!missing.isEmpty() && topics.create()) {
      create(missing);
      missing = missing();
    }
    if (!missing.isEmpty()) {
      throw new IllegalStateException("the broker lacks " + String.join(", ", missing));
    }
    pulse.succeeded();
  }

  private List<String> missing() throws Exception {
    List<String> missing = new ArrayList<>();
    List<String> closed = new ArrayList<>();
    Map<String, KafkaFuture<TopicDescription>> answers =
        admin
            .describeTopics(topics.all(), new DescribeTopicsOptions().timeoutMs(TIMEOUT_MILLIS))
            .topicNameValues();
    for (var answer : answers.entrySet()) {
      try {
        await(answer.getValue());
      } catch (UnknownTopicOrPartitionException e) {
        missing.add(answer.getKey());
      } catch (TopicAuthorizationException e) {
        closed.add(answer.getKey());
      }
    }
    if (!closed.isEmpty()) {
      throw new IllegalStateException(
          "the right READ or WRITE is missing on " + String.join(", ", closed));
    }
    return missing;
  }

  private void create(List<String> names) throws Exception {
    List<NewTopic> created =
        names.stream().map(name -> new NewTopic(name, Optional.empty(), Optional.empty())).toList();
    var answer =
        admin.createTopics(created, new CreateTopicsOptions().timeoutMs(TIMEOUT_MILLIS)).values();
    for (KafkaFuture<Void> done : answer.values()) {
      try {
        await(done);
      } catch (TopicExistsException e) {
        // Another replica was faster.
      }
    }
  }

  private static void await(KafkaFuture<?> answer) throws Exception {
    try {
      answer.get(GIVE_UP_MILLIS, TimeUnit.MILLISECONDS);
    } catch (ExecutionException e) {
      throw e.getCause() instanceof Exception cause ? cause : e;
    }
  }
}
