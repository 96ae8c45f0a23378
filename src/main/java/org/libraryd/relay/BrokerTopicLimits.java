package org.libraryd.relay;

import static org.apache.kafka.common.config.TopicConfig.MAX_MESSAGE_BYTES_CONFIG;

import jakarta.annotation.PreDestroy;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Asks the broker for the limits of the topics that are sent to, in the background.
 *
 * <p>Without the right DESCRIBE_CONFIGS on a topic its limit stays unknown: its rows go one by one,
 * which is slow but right.
 */
@ApplicationScoped
class BrokerTopicLimits implements TopicLimits {
  private static final Logger LOG = Logger.getLogger(BrokerTopicLimits.class);
  private static final long FRESH = Duration.ofSeconds(10).toNanos();
  private static final long BETWEEN_QUESTIONS = Duration.ofSeconds(1).toNanos();
  private static final int TIMEOUT_MILLIS = 5_000;

  private record Limit(int bytes, long heardAt) {}

  private final RelayProducer producer;
  private final ConcurrentMap<String, Limit> known = new ConcurrentHashMap<>();
  private final ConcurrentMap<String, Long> askedAt = new ConcurrentHashMap<>();
  private final Set<String> missing = ConcurrentHashMap.newKeySet();
  private final Set<String> refused = ConcurrentHashMap.newKeySet();
  private @Nullable Admin admin;

  BrokerTopicLimits(RelayProducer producer) {
    this.producer = producer;
  }

  @Override
  public int of(String topic) {
    Limit limit = known.get(topic);
    if (limit == null || System.nanoTime() - limit.heardAt() > FRESH) {
      ask(topic);
    }
    return limit == null ? 0 : limit.bytes();
  }

  @Override
  public boolean isMissing(String topic) {
    if (missing.contains(topic)) {
      ask(topic);
    }
    return missing.contains(topic);
  }

  @Override
  public void forget(String topic) {
    known.remove(topic);
    askedAt.remove(topic);
  }

  private void ask(String topic) {
    long now = System.nanoTime();
    Long before = askedAt.get(topic);
    if (before != null && now - before < BETWEEN_QUESTIONS) {
      return;
    }
    askedAt.put(topic, now);
    ConfigResource resource = new ConfigResource(ConfigResource.Type.TOPIC, topic);
    try {
      KafkaFuture<?> unused =
          admin()
              .describeConfigs(List.of(resource))
              .all()
              .whenComplete(
                  (configs, error) ->
                      hear(topic, configs == null ? null : configs.get(resource), error));
    } catch (KafkaException e) {
      LOG.debugf(e, "The limit of topic %s cannot be asked for", topic);
    }
  }

  private void hear(String topic, @Nullable Config config, @Nullable Throwable error) {
    if (config != null) {
      int bytes = Integer.parseInt(config.get(MAX_MESSAGE_BYTES_CONFIG).value());
      known.put(topic, new Limit(bytes, System.nanoTime()));
      missing.remove(topic);
      refused.remove(topic);
    } else if (error instanceof UnknownTopicOrPartitionException) {
      missing.add(topic);
    } else if (error instanceof AuthorizationException && refused.add(topic)) {
      LOG.warnf(
          "The right DESCRIBE_CONFIGS on topic %s is missing: its rows are sent one by one", topic);
    }
  }

  private synchronized Admin admin() {
    if (admin == null) {
      Map<String, Object> config = new HashMap<>(producer.configuration());
      config.keySet().retainAll(AdminClientConfig.configNames());
      config.put(AdminClientConfig.CLIENT_ID_CONFIG, "relay-limits");
      config.put(AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG, TIMEOUT_MILLIS);
      config.put(AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, TIMEOUT_MILLIS);
      admin = Admin.create(config);
    }
    return admin;
  }

  @PreDestroy
  synchronized void close() {
    if (admin != null) {
      admin.close(Duration.ofSeconds(1));
    }
  }
}
