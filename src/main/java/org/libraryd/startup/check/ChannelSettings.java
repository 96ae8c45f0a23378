package org.libraryd.startup.check;

import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.Optional;
import java.util.stream.Stream;
import org.eclipse.microprofile.config.Config;

/** What a Kafka client of a channel is given, wherever the setting was made. */
@Singleton
class ChannelSettings {
  private final Config config;

  ChannelSettings(Config config) {
    this.config = config;
  }

  /** Where a channel's setting is made, as an operator would write it. */
  static String key(String channel, String name) {
    return "mp.messaging." + channel + "." + name;
  }

  /** Whether the application has the channel, given as {@code incoming.x} or {@code outgoing.x}. */
  boolean exists(String channel) {
    return config.getOptionalValue(key(channel, "connector"), String.class).isPresent();
  }

  Optional<String> value(String channel, String name) {
    return Stream.of(
            key(channel, name), "mp.messaging.connector.smallrye-kafka." + name, "kafka." + name)
        .flatMap(key -> config.getOptionalValue(key, String.class).stream())
        .findFirst();
  }

  /** A setting in milliseconds; the fallback is what the client does without it. */
  Duration millis(String channel, String name, long fallback) {
    return Duration.ofMillis(value(channel, name).map(Long::parseLong).orElse(fallback));
  }
}
