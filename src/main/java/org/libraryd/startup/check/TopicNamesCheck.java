package org.libraryd.startup.check;

import jakarta.inject.Singleton;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.libraryd.wire.TopicConfig;

/** Each topic has a name of its own, so that nobody reads what he writes. */
@Singleton
public class TopicNamesCheck implements StartCheck {
  private final TopicConfig topics;

  TopicNamesCheck(TopicConfig topics) {
    this.topics = topics;
  }

  @Override
  public List<String> complaints() {
    Set<String> seen = new HashSet<>();
    return topics.all().stream()
        .filter(name -> !seen.add(name))
        .distinct()
        .map(name -> "libraryd.topic.* has '%s' more than once".formatted(name))
        .toList();
  }
}
