package org.libraryd.relay;

import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.narayana.jta.QuarkusTransaction;
import io.quarkus.test.common.QuarkusTestResourceLifecycleManager;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.QuarkusTestProfile;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.IntStream;
import javax.sql.DataSource;
import org.eclipse.microprofile.config.ConfigProvider;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.libraryd.bench.SeedRelay;
import org.libraryd.outbox.Lane;
import org.libraryd.outbox.OutboxMessage;
import org.libraryd.outbox.OutboxRepository;
import org.libraryd.support.BrokerResource;
import org.libraryd.support.PostgresProcess;
import org.libraryd.support.Topics;
import org.libraryd.support.WithoutPipeline;

/**
 * Compares the relay with the source document's, in one run, on a PostgreSQL that writes commits to
 * the disk. The ratio is asserted, never the rate: the machine is anybody's.
 */
@QuarkusTest
@TestProfile(RelaySpeedIT.OnDurablePostgres.class)
class RelaySpeedIT {
  private static final int LEAST_RATIO = 8;
  private static final int SEED_ROWS = 4_000;
  private static final int ROWS = 40_000;
  private static final int APPENDED_AT_ONCE = 1_000;

  @Inject OutboxRelay relay;
  @Inject RelayLoop loop;
  @Inject OutboxRepository outbox;
  @Inject DataSource database;

  @Test
  void relayIsAtLeastEightTimesAsFastAsTheSourceDocuments() throws Exception {
    loop.stop();
    String bootstrap = ConfigProvider.getConfig().getValue("kafka.bootstrap.servers", String.class);
    String topic = "speed-" + UUID.randomUUID();
    Topics.create(bootstrap, List.of(topic), 3);

    append(topic, 500);
    try (SeedRelay seed = new SeedRelay(database, bootstrap)) {
      assertThat(seed.drain()).isEqualTo(500);
      append(topic, SEED_ROWS);
      long start = System.nanoTime();
      assertThat(seed.drain()).isEqualTo(SEED_ROWS);
      double seedRate = rate(SEED_ROWS, start);

      append(topic, 5_000);
      assertThat(drain()).isEqualTo(5_000);
      append(topic, ROWS);
      start = System.nanoTime();
      assertThat(drain()).isEqualTo(ROWS);
      double rate = rate(ROWS, start);

      System.out.printf(
          "relay %.0f rows/s, source document's %.0f rows/s: %.1f times%n",
          rate, seedRate, rate / seedRate);
      assertThat(rate / seedRate).isGreaterThan(LEAST_RATIO);
    }
  }

  private int drain() {
    int published = 0;
    OutboxRelay.Summary round = relay.runOnce();
    while (round.progressed()) {
      published += round.published();
      round = relay.runOnce();
    }
    return published;
  }

  private void append(String topic, int rows) {
    for (int i = 0; i < rows; i += APPENDED_AT_ONCE) {
      List<OutboxMessage> messages =
          IntStream.range(i, Math.min(rows, i + APPENDED_AT_ONCE))
              .mapToObj(row -> message(topic, "L-" + row / 4))
              .toList();
      QuarkusTransaction.requiringNew().run(() -> outbox.append(messages));
    }
  }

  private static OutboxMessage message(String topic, String loan) {
    return new OutboxMessage(
        UUID.randomUUID().toString(),
        "loan.approved",
        topic,
        loan,
        Lane.changed(loan),
        loan,
        2L,
        """
        {"type":"loan.approved","loanId":"%s","bookId":"B-7","memberId":"M-42",\
        "status":"APPROVED","version":2,"occurredAt":"2026-12-01T01:30:00Z"}"""
            .formatted(loan),
        "{\"source-event-id\":\"%s\",\"ce_time\":\"2026-12-01T01:30:00Z\"}"
            .formatted(UUID.randomUUID()),
        null);
  }

  private static double rate(int rows, long start) {
    return rows * 1e9 / (System.nanoTime() - start);
  }

  /** The relay on a PostgreSQL whose acknowledged commits are on the disk. */
  public static class OnDurablePostgres implements QuarkusTestProfile {
    @Override
    public Map<String, String> getConfigOverrides() {
      return WithoutPipeline.with(Map.of("quarkus.datasource.db-kind", "postgresql"));
    }

    @Override
    public List<TestResourceEntry> testResources() {
      return List.of(
          new TestResourceEntry(DurablePostgresResource.class),
          new TestResourceEntry(BrokerResource.class));
    }
  }

  /** A PostgreSQL server of its own. */
  public static final class DurablePostgresResource implements QuarkusTestResourceLifecycleManager {
    private @Nullable PostgresProcess server;

    @Override
    public Map<String, String> start() {
      PostgresProcess started = PostgresProcess.startDurable();
      server = started;
      return Map.of("quarkus.datasource.jdbc.url", started.createDatabase());
    }

    @Override
    public void stop() {
      if (server != null) {
        server.close();
      }
    }
  }
}
