package org.libraryd.startup.check;

import jakarta.inject.Singleton;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.common.utils.Utils;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/** The brokers have addresses; whether anybody is there is another question. */
@Singleton
public class BrokerAddressCheck implements StartCheck {
  private static final String KEY = "kafka.bootstrap.servers";

  private final String addresses;

  BrokerAddressCheck(@ConfigProperty(name = KEY) Optional<String> addresses) {
    this.addresses = addresses.orElse("");
  }

  @Override
  public List<String> complaints() {
    if (addresses.isBlank()) {
      return List.of(KEY + " is not set, it must name the brokers");
    }
    return Arrays.stream(addresses.split(","))
        .map(String::strip)
        .filter(address -> !address.isEmpty())
        .filter(address -> Utils.getHost(address) == null || Utils.getPort(address) == null)
        .map(address -> "%s has '%s', it must be host:port".formatted(KEY, address))
        .toList();
  }
}
