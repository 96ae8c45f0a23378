package org.libraryd.retention;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.internals.KafkaFutureImpl;
import org.junit.jupiter.api.Test;

/** What the broker's answers mean. */
class TopicReachesTest {
  @Test
  void settingsSayHowLongRecordsCanBeRead() throws Exception {
    Config config =
        new Config(
            List.of(
                new ConfigEntry("cleanup.policy", "delete"),
                new ConfigEntry("retention.ms", "60000"),
                new ConfigEntry("segment.ms", "30000")));

    TopicReach reach = TopicReaches.read("t", KafkaFuture.completedFuture(config));

    assertThat(reach.seconds()).isEqualTo(90);
    assertThat(reach.because()).isEqualTo("retention.ms=60000 + segment.ms=30000");
  }

  @Test
  void missingRightIsNamedAndNotWaitedFor() throws Exception {
    TopicReach reach = TopicReaches.read("t", failed(new TopicAuthorizationException("t")));

    assertThat(reach.seconds()).isNaN();
    assertThat(reach.because()).isEqualTo("the right DESCRIBE_CONFIGS on topic t is missing");
  }

  @Test
  void brokerThatDoesNotAnswerIsWaitedFor() {
    assertThatThrownBy(() -> TopicReaches.read("t", failed(new TimeoutException("away"))))
        .isInstanceOf(TimeoutException.class);
  }

  private static KafkaFuture<Config> failed(RuntimeException cause) {
    KafkaFutureImpl<Config> answer = new KafkaFutureImpl<>();
    answer.completeExceptionally(cause);
    return answer;
  }
}
