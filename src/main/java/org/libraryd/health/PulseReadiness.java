package org.libraryd.health;

import io.smallrye.health.api.AsyncHealthCheck;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Produces;
import java.time.Duration;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.Readiness;

/**
 * Not ready when for {@link #PATIENCE} no call to the database or the broker that was tried
 * succeeded. Answers at once: it only reads the pulses, on whatever thread asks.
 */
@ApplicationScoped
public class PulseReadiness {
  static final Duration PATIENCE = Duration.ofSeconds(15);

  @Produces
  @Readiness
  AsyncHealthCheck database(DatabasePulse pulse) {
    return () -> Uni.createFrom().item(report("database", pulse));
  }

  @Produces
  @Readiness
  AsyncHealthCheck broker(BrokerPulse pulse) {
    return () -> Uni.createFrom().item(report("broker", pulse));
  }

  static HealthCheckResponse report(String system, Pulse pulse) {
    Duration failing = pulse.failingFor();
    boolean up = failing.compareTo(PATIENCE) < 0;
    var response = HealthCheckResponse.named(system).status(up);
    return up
        ? response.build()
        : response.withData("failing-seconds", failing.toSeconds()).build();
  }
}
