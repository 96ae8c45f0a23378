package org.libraryd.startup.check;

import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A request ends before its delivery does, and a delivery before the transaction around it. */
@Singleton
public class ProducerTimesCheck implements StartCheck {
  private static final String RELAY = "outgoing.relay";
  private static final String AUDIT = "outgoing.audit";
  private static final Duration RELAY_ROUND_MAX = Duration.ofSeconds(15);

  private final ChannelSettings settings;

  ProducerTimesCheck(ChannelSettings settings) {
    this.settings = settings;
  }

  @Override
  public List<String> complaints() {
    List<String> complaints = new ArrayList<>();
    if (settings.exists(RELAY)) {
      deliveryOutlivesRequest(RELAY, complaints);
      Duration slowest = maxBlock(RELAY).plus(delivery(RELAY));
      if (slowest.compareTo(RELAY_ROUND_MAX) > 0) {
        complaints.add(
            "%s and delivery.timeout.ms are %d ms together, a round of the relay lasts at most %d ms"
                .formatted(
                    ChannelSettings.key(RELAY, "max.block.ms"),
                    slowest.toMillis(),
                    RELAY_ROUND_MAX.toMillis()));
      }
    }
    if (settings.exists(AUDIT)) {
      deliveryOutlivesRequest(AUDIT, complaints);
      Duration transaction = settings.millis(AUDIT, "transaction.timeout.ms", 60_000);
      if (delivery(AUDIT).compareTo(transaction) >= 0) {
        complaints.add(
            "%s is %d ms, it must be less than transaction.timeout.ms, %d ms"
                .formatted(
                    ChannelSettings.key(AUDIT, "delivery.timeout.ms"),
                    delivery(AUDIT).toMillis(),
                    transaction.toMillis()));
      }
    }
    return complaints;
  }

  private void deliveryOutlivesRequest(String channel, List<String> complaints) {
    Duration request =
        settings
            .millis(channel, "request.timeout.ms", 30_000)
            .plus(settings.millis(channel, "linger.ms", 5));
    if (delivery(channel).compareTo(request) < 0) {
      complaints.add(
          "%s is %d ms, it must be at least request.timeout.ms + linger.ms, %d ms"
              .formatted(
                  ChannelSettings.key(channel, "delivery.timeout.ms"),
                  delivery(channel).toMillis(),
                  request.toMillis()));
    }
  }

  private Duration delivery(String channel) {
    return settings.millis(channel, "delivery.timeout.ms", 120_000);
  }

  private Duration maxBlock(String channel) {
    return settings.millis(channel, "max.block.ms", 60_000);
  }
}
