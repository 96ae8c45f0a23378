package org.libraryd.retention;

import static org.assertj.core.api.Assertions.assertThat;

import io.smallrye.config.SmallRyeConfig;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.libraryd.deploy.DeployedTopics;
import org.libraryd.wire.TopicConfig;

/** The windows hold against the topics that the deployment makes. */
class DeployedTopicsTest {
  private static final SmallRyeConfig CONFIG =
      new SmallRyeConfigBuilder()
          .addDiscoveredConverters()
          .withMapping(TopicConfig.class)
          .withMapping(Windows.Dedup.class)
          .withMapping(Windows.Outbox.class)
          .withMapping(Windows.DeadLetter.class)
          .build();

  @Test
  void everyWindowCoversItsTopicsWithADayToSpare() {
    TopicConfig topics = CONFIG.getConfigMapping(TopicConfig.class);

    assertThat(windows())
        .allSatisfy(
            (window, length) -> {
              List<TopicReach> reaches =
                  window.topics(topics).stream()
                      .map(
                          topic ->
                              TopicReach.of(topic, name -> DeployedTopics.setting(topic, name)))
                      .toList();
              assertThat(Coverage.of(window, length, reaches).margin())
                  .isGreaterThanOrEqualTo((double) Duration.ofDays(1).toSeconds());
            });
  }

  private static Map<Window, Duration> windows() {
    Map<Window, Duration> windows = new EnumMap<>(Window.class);
    windows.put(Window.DEDUP, CONFIG.getConfigMapping(Windows.Dedup.class).retention());
    windows.put(Window.OUTBOX, CONFIG.getConfigMapping(Windows.Outbox.class).retention());
    windows.put(Window.DEAD_LETTER, CONFIG.getConfigMapping(Windows.DeadLetter.class).retention());
    return windows;
  }
}
