package org.libraryd.relay;

import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.narayana.jta.QuarkusTransaction;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.libraryd.support.PostgresWithoutPipeline;
import org.libraryd.support.Scans;

/** Finding what is to be sent costs what is sent, not what is there. */
@QuarkusTest
@TestProfile(PostgresWithoutPipeline.class)
class PostgresRelayPlanIT extends RelayFixture {
  private static final String FILL =
      """
      INSERT INTO outbox (event_id, event_type, topic, lane, shard, payload, headers, published,
                          published_at)
      SELECT gen_random_uuid(), 'loan.created', 't', 'l' || n, n %% 64, '{}', '{}', %s
        FROM generate_series(1, %d) AS n
      """;

  @AfterEach
  void drop() {
    // Other tests on this database delete row by row.
    database.update("TRUNCATE outbox");
  }

  @Test
  void roundReadsAFullOutboxByTheIndexOfUnsentRows() {
    database.update(FILL.formatted("TRUE, CURRENT_TIMESTAMP", 300_000));
    database.update(FILL.formatted("FALSE, NULL", 50_000));
    database.update("ANALYZE outbox");

    QuarkusTransaction.requiringNew()
        .run(
            () -> {
              long scans = Scans.of(database, "outbox_unsent");
              long reads = Scans.of(database, "outbox");

              List<Backlog> due = unsent.backlog();

              assertThat(due).hasSize(64);
              assertThat(unsent.read(due, 50, 3_000)).hasSize(64 * 50);
              // One probe per topic and shard to find them, and one each to read them.
              assertThat(Scans.of(database, "outbox_unsent"))
                  .isGreaterThanOrEqualTo(scans + 2 * 64);
              assertThat(Scans.of(database, "outbox")).isEqualTo(reads);
            });
  }

  @Test
  void gaugesOfAFullOutboxAreCountedInTheIndexOfUnsentRows() {
    database.update(FILL.formatted("TRUE, CURRENT_TIMESTAMP", 300_000));
    database.update(FILL.formatted("FALSE, NULL", 50_000));
    database.update(
        "UPDATE outbox SET quarantined_reason = 'too-large 1'"
            + " WHERE NOT published AND lane IN ('l1', 'l2', 'l65')");
    database.update("VACUUM (ANALYZE) outbox");

    QuarkusTransaction.requiringNew()
        .run(
            () -> {
              // Whether it is worth it depends on how much of the table vacuum has been over.
              database.update("SET LOCAL enable_seqscan = off");
              long reads = readsOfTheWhole();

              OutboxUpkeepRepository.Counts counts = upkeep.count();

              assertThat(counts.unsent()).isEqualTo(49_997);
              assertThat(counts.held()).isEqualTo(3);
              assertThat(counts.quarantined()).isEqualTo(3);
              assertThat(counts.oldestAge()).isPositive();
              assertThat(readsOfTheWhole()).isEqualTo(reads);
            });
  }

  /** Scans of the table, and of the indexes that published rows are in. */
  private long readsOfTheWhole() {
    return Stream.of("outbox", "outbox_pkey", "outbox_event_id_key", "outbox_prune")
        .mapToLong(relation -> Scans.of(database, relation))
        .sum();
  }
}
