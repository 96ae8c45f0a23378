package org.libraryd.startup.check;

import jakarta.inject.Singleton;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Every consumer reads committed records only, from the earliest, and commits no offset before the
 * effect; no two of them share a group.
 */
@Singleton
public class ConsumerCheck implements StartCheck {
  /**
   * @param fallback what the client does when the setting is absent
   */
  private record Rule(String channel, String setting, String fallback, String required) {}

  private static final List<String> CHANNELS =
      List.of("incoming.lifecycle", "incoming.notice", "incoming.audit-source");
  private static final List<Rule> RULES = rules();

  private final ChannelSettings settings;

  ConsumerCheck(ChannelSettings settings) {
    this.settings = settings;
  }

  @Override
  public List<String> complaints() {
    List<String> complaints = new ArrayList<>();
    for (Rule rule : RULES) {
      if (settings.exists(rule.channel)) {
        String value = settings.value(rule.channel, rule.setting).orElse(rule.fallback);
        if (!value.equals(rule.required)) {
          complaints.add(
              "%s is '%s', it must be '%s'"
                  .formatted(
                      ChannelSettings.key(rule.channel, rule.setting), value, rule.required));
        }
      }
    }
    complaints.addAll(sharedGroups());
    return complaints;
  }

  private List<String> sharedGroups() {
    List<String> complaints = new ArrayList<>();
    Map<String, String> owners = new HashMap<>();
    for (String channel : CHANNELS) {
      if (settings.exists(channel)) {
        String group = settings.value(channel, "group.id").orElse("the application's name");
        String owner = owners.putIfAbsent(group, channel);
        if (owner != null) {
          complaints.add(
              "%s and %s are both '%s': each would see only a part of the records"
                  .formatted(
                      ChannelSettings.key(owner, "group.id"),
                      ChannelSettings.key(channel, "group.id"),
                      group));
        }
      }
    }
    return complaints;
  }

  private static List<Rule> rules() {
    List<Rule> rules = new ArrayList<>();
    for (String channel : CHANNELS) {
      rules.add(new Rule(channel, "isolation.level", "read_uncommitted", "read_committed"));
      rules.add(new Rule(channel, "auto.offset.reset", "latest", "earliest"));
      rules.add(new Rule(channel, "enable.auto.commit", "false", "false"));
      rules.add(new Rule(channel, "allow.auto.create.topics", "true", "false"));
      rules.add(new Rule(channel, "group.protocol", "classic", "classic"));
    }
    // A batch is retried for as long as the database is away; the strategy would end the channel.
    String maxAge = "throttled.unprocessed-record-max-age.ms";
    rules.add(new Rule("incoming.lifecycle", maxAge, "60000", "0"));
    rules.add(new Rule("incoming.notice", maxAge, "60000", "0"));
    // Its offsets are part of the transaction, and only eager assignment reads them again.
    rules.add(new Rule("incoming.audit-source", "commit-strategy", "throttled", "ignore"));
    rules.add(
        new Rule(
            "incoming.audit-source",
            "partition.assignment.strategy",
            "the client's default",
            "org.apache.kafka.clients.consumer.RangeAssignor"));
    return rules;
  }
}
