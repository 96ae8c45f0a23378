package org.libraryd.startup.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.smallrye.config.SmallRyeConfigBuilder;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ConsumerCheckTest {
  private static final String LIFECYCLE = "mp.messaging.incoming.lifecycle.";

  @Test
  void settingsAsShippedRaiseNoComplaint() {
    assertThat(complaints(Map.of())).isEmpty();
  }

  @Test
  void absentChannelsAreNotJudged() {
    assertThat(check(Map.of()).complaints()).isEmpty();
  }

  @Test
  void everyWrongSettingIsNamedWithItsValue() {
    assertThat(
            complaints(
                Map.of(
                    LIFECYCLE + "isolation.level", "read_uncommitted",
                    LIFECYCLE + "enable.auto.commit", "true")))
        .containsExactlyInAnyOrder(
            LIFECYCLE + "isolation.level is 'read_uncommitted', it must be 'read_committed'",
            LIFECYCLE + "enable.auto.commit is 'true', it must be 'false'");
  }

  @Test
  void clientDefaultCountsWhereTheSettingIsTakenAway() {
    Map<String, String> settings = shipped();
    settings.remove(LIFECYCLE + "auto.offset.reset");

    assertThat(check(settings).complaints())
        .containsExactly(LIFECYCLE + "auto.offset.reset is 'latest', it must be 'earliest'");
  }

  @Test
  void settingOfAllKafkaClientsCountsWhereTheChannelHasNone() {
    Map<String, String> settings = shipped();
    settings.remove(LIFECYCLE + "isolation.level");
    settings.put("kafka.isolation.level", "read_committed");

    assertThat(check(settings).complaints()).isEmpty();
  }

  @Test
  void sharedGroupIsRefused() {
    assertThat(complaints(Map.of("mp.messaging.incoming.audit-source.group.id", "g-lifecycle")))
        .singleElement()
        .asString()
        .contains("lifecycle.group.id", "audit-source.group.id", "'g-lifecycle'");
  }

  private static List<String> complaints(Map<String, String> overrides) {
    Map<String, String> settings = shipped();
    settings.putAll(overrides);
    return check(settings).complaints();
  }

  private static ConsumerCheck check(Map<String, String> settings) {
    return new ConsumerCheck(
        new ChannelSettings(new SmallRyeConfigBuilder().withDefaultValues(settings).build()));
  }

  private static Map<String, String> shipped() {
    Map<String, String> settings = new HashMap<>();
    for (String channel : List.of("lifecycle", "notice", "audit-source")) {
      String prefix = "mp.messaging.incoming." + channel + ".";
      settings.put(prefix + "connector", "smallrye-kafka");
      settings.put(prefix + "group.id", "g-" + channel);
      settings.put(prefix + "isolation.level", "read_committed");
      settings.put(prefix + "auto.offset.reset", "earliest");
      settings.put(prefix + "allow.auto.create.topics", "false");
      settings.put(prefix + "throttled.unprocessed-record-max-age.ms", "0");
    }
    settings.put("mp.messaging.incoming.audit-source.commit-strategy", "ignore");
    settings.put(
        "mp.messaging.incoming.audit-source.partition.assignment.strategy",
        "org.apache.kafka.clients.consumer.RangeAssignor");
    return settings;
  }
}
