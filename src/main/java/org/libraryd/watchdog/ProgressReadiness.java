package org.libraryd.watchdog;

import io.smallrye.health.api.AsyncHealthCheck;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.Readiness;

/**
 * Not ready while a part has work and has made no progress for {@link Stall#PATIENCE}; names it. A
 * partition whose records wait for the end of somebody's transaction is named too, and readiness
 * stays: nothing here is wrong, and no restart would help. Answers at once.
 */
@Readiness
@Singleton
public class ProgressReadiness implements AsyncHealthCheck {
  private final Stalls stalls;
  private final OpenTransactions transactions;

  public ProgressReadiness(Stalls stalls, OpenTransactions transactions) {
    this.stalls = stalls;
    this.transactions = transactions;
  }

  @Override
  public Uni<HealthCheckResponse> call() {
    var response = HealthCheckResponse.named("progress").up();
    stalls
        .all()
        .forEach(
            (part, stall) -> {
              if (stall.isStalled()) {
                response.down().withData(part + "-stalled-seconds", stall.age().toSeconds());
              }
            });
    String held = String.join(", ", transactions.held());
    if (!held.isEmpty()) {
      response.withData("behind-open-transaction", held);
    }
    return Uni.createFrom().item(response.build());
  }
}
