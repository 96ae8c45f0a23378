package org.libraryd.health;

import io.smallrye.common.annotation.Identifier;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Disposes;
import jakarta.enterprise.inject.Produces;
import java.time.Duration;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;

/**
 * The one administrative client, made at its first use: its constructor fails while the broker's
 * name does not resolve, and the next use then tries again.
 */
@ApplicationScoped
public class BrokerAdmin {
  private static final Duration CLOSE = Duration.ofSeconds(1);

  @Produces
  @ApplicationScoped
  Admin admin(@Identifier("default-kafka-broker") Map<String, Object> configuration) {
    return Admin.create(configuration);
  }

  void close(@Disposes Admin admin) {
    admin.close(CLOSE);
  }
}
