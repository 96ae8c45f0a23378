package org.libraryd.startup;

import io.smallrye.health.api.AsyncHealthCheck;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.Readiness;

/** Not ready before the pipeline runs; names what it waits for. */
@Readiness
@Singleton
public class StartReadiness implements AsyncHealthCheck {
  private final StartSequence start;

  public StartReadiness(StartSequence start) {
    this.start = start;
  }

  @Override
  public Uni<HealthCheckResponse> call() {
    var response = HealthCheckResponse.named("start");
    return Uni.createFrom()
        .item(
            start
                .waitingFor()
                .map(
                    step -> {
                      start.trouble().ifPresent(cause -> response.withData("cause", cause));
                      return response.down().withData("waiting-for", step).build();
                    })
                .orElseGet(() -> response.up().build()));
  }
}
