package org.libraryd.support;

import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.GroupListing;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.TopicExistsException;
import org.jspecify.annotations.Nullable;

/**
 * Creates and clears the topics of a broker; each call returns when the broker shows the result.
 */
public final class Topics {
  private static final Duration LIMIT = Duration.ofSeconds(30);

  private Topics() {}

  /** Returns a new admin client; the caller closes it. */
  public static Admin admin(String bootstrap) {
    return Admin.create(Map.of(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrap));
  }

  /** Creates topics with one number of partitions and the broker's defaults. */
  public static void create(String bootstrap, Collection<String> names, int partitions) {
    create(
        bootstrap,
        names.stream()
            .map(name -> new NewTopic(name, Optional.of(partitions), Optional.empty()))
            .toList());
  }

  /** Creates topics that are not there, even where a deletion of the same name still goes on. */
  public static void create(String bootstrap, Collection<NewTopic> topics) {
    try (Admin admin = admin(bootstrap)) {
      await("topics are created")
          .atMost(LIMIT)
          .ignoreExceptionsMatching(e -> e.getCause() instanceof TopicExistsException)
          .until(
              () -> {
                admin.createTopics(topics).all().get();
                return true;
              });
      // Metadata names a leader before it takes records; its answer to this shows that it does.
      await("leaders answer")
          .atMost(LIMIT)
          .ignoreExceptionsInstanceOf(ExecutionException.class)
          .until(
              () -> {
                admin.listOffsets(latest(admin, topics)).all().get();
                return true;
              });
    }
  }

  /** Changes a setting of a topic; null gives it the broker's default again. */
  public static void alter(String bootstrap, String topic, String key, @Nullable String value) {
    ConfigResource resource = new ConfigResource(ConfigResource.Type.TOPIC, topic);
    AlterConfigOp change =
        new AlterConfigOp(
            new ConfigEntry(key, value),
            value == null ? AlterConfigOp.OpType.DELETE : AlterConfigOp.OpType.SET);
    try (Admin admin = admin(bootstrap)) {
      admin.incrementalAlterConfigs(Map.of(resource, List.of(change))).all().get();
    } catch (InterruptedException | ExecutionException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Map<TopicPartition, OffsetSpec> latest(Admin admin, Collection<NewTopic> topics)
      throws InterruptedException, ExecutionException {
    List<String> names = topics.stream().map(NewTopic::name).toList();
    Map<TopicPartition, OffsetSpec> latest = new HashMap<>();
    admin
        .describeTopics(names)
        .allTopicNames()
        .get()
        .forEach(
            (name, topic) ->
                topic
                    .partitions()
                    .forEach(
                        partition ->
                            latest.put(
                                new TopicPartition(name, partition.partition()),
                                OffsetSpec.latest())));
    return latest;
  }

  /** Deletes all topics, consumer groups included; internal topics stay. */
  public static void clear(String bootstrap) {
    try (Admin admin = admin(bootstrap)) {
      await("groups are deleted")
          .atMost(LIMIT)
          .ignoreExceptionsInstanceOf(ExecutionException.class)
          .until(
              () -> {
                List<String> groups =
                    admin.listGroups().all().get().stream().map(GroupListing::groupId).toList();
                admin.deleteConsumerGroups(groups).all().get();
                return true;
              });
      await("topics are deleted")
          .atMost(LIMIT)
          .until(
              () -> {
                Collection<String> names = admin.listTopics().names().get();
                admin.deleteTopics(names);
                return names.isEmpty();
              });
    }
  }
}
