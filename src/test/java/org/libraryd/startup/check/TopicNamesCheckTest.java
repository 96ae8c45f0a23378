package org.libraryd.startup.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.smallrye.config.SmallRyeConfigBuilder;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.libraryd.wire.TopicConfig;

class TopicNamesCheckTest {
  @Test
  void namesAsShippedRaiseNoComplaint() {
    assertThat(complaints(Map.of())).isEmpty();
  }

  @Test
  void topicThatIsReadAndWrittenIsNamed() {
    assertThat(complaints(Map.of("libraryd.topic.audit", "libraryd.loan")))
        .containsExactly("libraryd.topic.* has 'libraryd.loan' more than once");
  }

  private static List<String> complaints(Map<String, String> names) {
    TopicConfig topics =
        new SmallRyeConfigBuilder()
            .withMapping(TopicConfig.class)
            .withDefaultValues(names)
            .build()
            .getConfigMapping(TopicConfig.class);
    return new TopicNamesCheck(topics).complaints();
  }
}
