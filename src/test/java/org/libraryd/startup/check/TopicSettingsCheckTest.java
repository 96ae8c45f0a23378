package org.libraryd.startup.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.smallrye.config.SmallRyeConfig;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.libraryd.startup.check.TopicSettingsCheck.Topic;
import org.libraryd.wire.TopicConfig;

class TopicSettingsCheckTest {
  private static final int MEBIBYTE = 1 << 20;

  @Test
  void topicThatOutlivesABrokerAndTakesOurBatchesIsWorthNoWarning() {
    assertThat(warnings(new Topic("libraryd.audit", MEBIBYTE, 2, 3))).isEmpty();
  }

  @Test
  void batchLargerThanTheTopicTakesIsTold() {
    assertThat(
            warnings(
                new Topic("libraryd.audit", 65_535, 2, 3),
                new Topic("libraryd.loan.dlq", 32_767, 2, 3)))
        .satisfiesExactly(
            audit -> assertThat(audit).contains("outgoing.audit.batch.size is 65536", "65535"),
            relay -> assertThat(relay).contains("outgoing.relay.batch.size is 32768", "32767"));
  }

  @Test
  void nothingIsSentToTheLoanTopicSoItsLimitDoesNotMatter() {
    assertThat(warnings(new Topic("libraryd.loan", 100, 2, 3))).isEmpty();
  }

  @Test
  void acknowledgementByOneBrokerIsTold() {
    assertThat(warnings(new Topic("libraryd.loan", MEBIBYTE, 1, 3)))
        .singleElement()
        .asString()
        .contains("3 replicas and min.insync.replicas 1");
    assertThat(warnings(new Topic("libraryd.loan", MEBIBYTE, 2, 1))).hasSize(1);
  }

  @Test
  void topicThatEveryBrokerMustBeUpForIsTold() {
    assertThat(warnings(new Topic("libraryd.loan", MEBIBYTE, 3, 3)))
        .singleElement()
        .asString()
        .contains("stops all writes");
  }

  private static List<String> warnings(Topic... topics) {
    SmallRyeConfig config =
        new SmallRyeConfigBuilder()
            .withMapping(TopicConfig.class)
            .withDefaultValues(
                Map.of(
                    "mp.messaging.outgoing.audit.batch.size", "65536",
                    "mp.messaging.outgoing.relay.batch.size", "32768"))
            .build();
    return new TopicSettingsCheck(
            new ChannelSettings(config), config.getConfigMapping(TopicConfig.class))
        .warnings(List.of(topics));
  }
}
