package org.libraryd.audit;

import static org.assertj.core.api.Assertions.assertThat;

import io.smallrye.config.SmallRyeConfigBuilder;
import java.util.Map;
import org.junit.jupiter.api.Test;

class AuditSettingsTest {

  @Test
  void defaultsAreAccepted() {
    assertThat(AuditSettings.problems(config(Map.of()))).isEmpty();
  }

  @Test
  void anotherGroupNeedsAnotherTransactionalIdPrefix() {
    assertThat(AuditSettings.problems(config(Map.of("libraryd.audit.group", "branch"))))
        .singleElement()
        .asString()
        .contains("libraryd.audit.group", "libraryd.audit.transactional-id-prefix");
    assertThat(
            AuditSettings.problems(
                config(
                    Map.of(
                        "libraryd.audit.group",
                        "branch",
                        "libraryd.audit.transactional-id-prefix",
                        "branch-tx"))))
        .isEmpty();
  }

  @Test
  void everyWrongSizeIsNamed() {
    assertThat(
            AuditSettings.problems(
                config(
                    Map.of(
                        "libraryd.audit.transaction-records", "0",
                        "libraryd.audit.batch-bytes", "0"))))
        .hasSize(2);
  }

  private static AuditConfig config(Map<String, String> values) {
    return new SmallRyeConfigBuilder()
        .withMapping(AuditConfig.class)
        .withDefaultValues(values)
        .build()
        .getConfigMapping(AuditConfig.class);
  }
}
