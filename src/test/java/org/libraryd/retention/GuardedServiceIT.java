package org.libraryd.retention;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.libraryd.jdbc.Database;
import org.libraryd.support.OnH2;
import org.libraryd.support.Topics;

/** A running service whose topics come to keep more than its windows cover. */
@QuarkusTest
@TestProfile(GuardedServiceIT.Impatient.class)
class GuardedServiceIT {
  private static final String TOPIC = "libraryd.loan.changed";
  private static final double DAY = 86_400;
  private static final Duration LIMIT = Duration.ofSeconds(60);

  @Inject Database database;
  @Inject Pruner pruner;
  @Inject MeterRegistry registry;

  @ConfigProperty(name = "kafka.bootstrap.servers")
  String bootstrap = "";

  @TestHTTPResource(value = "/health/ready", management = true)
  URI ready = URI.create("http://127.0.0.1");

  @AfterEach
  void coverAgain() {
    Topics.alter(bootstrap, TOPIC, "retention.ms", null);
    Topics.alter(bootstrap, TOPIC, "cleanup.policy", null);
  }

  @Test
  void longerRetentionPausesPruningUntilItIsCoveredAgainAndNothingElse() throws Exception {
    await("tables are there").atMost(LIMIT).ignoreExceptions().until(() -> readiness() == 200);
    forget("before");
    await().atMost(LIMIT).until(() -> count("before") == 0);
    assertThat(margin("dedup")).isZero();
    assertThat(margin("outbox")).isEqualTo(DAY);
    assertThat(registry.find("libraryd.retention.margin").tag("window", "loan").gauge()).isNull();

    Topics.alter(bootstrap, TOPIC, "retention.ms", Long.toString(Duration.ofDays(30).toMillis()));
    await().atMost(LIMIT).until(() -> margin("dedup") < 0);
    assertThat(margin("outbox")).isEqualTo(-22 * DAY);
    forget("meanwhile");
    pruner.run();
    assertThat(count("meanwhile")).isOne();
    assertThat(readiness()).isEqualTo(200);

    Topics.alter(bootstrap, TOPIC, "cleanup.policy", "compact");
    await().atMost(LIMIT).until(() -> Double.isInfinite(margin("dead-letter")));
    pruner.run();
    assertThat(count("meanwhile")).isOne();

    coverAgain();
    await().atMost(LIMIT).until(() -> count("meanwhile") == 0);
    assertThat(margin("dedup")).isZero();
  }

  private void forget(String eventId) {
    database.update(
        "INSERT INTO consumed_event (event_id, consumer, payload_hash, outcome, loan_id,"
            + " consumed_at) VALUES (?, 'c', 'h', 'APPLIED', 'L',"
            + " CURRENT_TIMESTAMP - INTERVAL '16' DAY)",
        eventId);
  }

  private long count(String eventId) {
    return database
        .query(
            "SELECT count(*) FROM consumed_event WHERE event_id = ?",
            row -> row.getLong(1),
            eventId)
        .get(0);
  }

  private double margin(String window) {
    return registry.get("libraryd.retention.margin").tag("window", window).gauge().value();
  }

  private int readiness() throws Exception {
    return HttpClient.newHttpClient()
        .send(HttpRequest.newBuilder(ready).build(), BodyHandlers.discarding())
        .statusCode();
  }

  /** Looks and prunes often. */
  public static class Impatient extends OnH2 {
    @Override
    public Map<String, String> getConfigOverrides() {
      Map<String, String> config = new HashMap<>(super.getConfigOverrides());
      config.put("libraryd.retention.check-interval", "1s");
      config.put("libraryd.retention.prune-interval", "1s");
      return config;
    }
  }
}
