package org.libraryd.relay;

import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.narayana.jta.QuarkusTransaction;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.libraryd.support.PostgresWithoutPipeline;
import org.libraryd.support.Scans;

/** Finding what is to be sent costs what is sent, not what is there. */
@QuarkusTest
@TestProfile(PostgresWithoutPipeline.class)
class PostgresRelayPlanIT extends RelayFixture {
  private static final int ROWS = 50_000;
  private static final String SENT = "TRUE, CURRENT_TIMESTAMP";
  private static final String UNSENT = "FALSE, NULL";
  private static final String FILL =
      """
      INSERT INTO outbox (event_id, event_type, topic, lane, shard, payload, headers, published,
                          published_at)
      SELECT gen_random_uuid(), 'loan.created', 't', 'l' || n, n %% 64, '{}', '{}', %s
        FROM generate_series(1, %d) AS n
      """;

  private static final String HOLD =
      """
      UPDATE outbox SET quarantined_reason = 'too-large 1' WHERE id IN (
          SELECT id FROM outbox WHERE NOT published ORDER BY id LIMIT %d)
      """;

  @BeforeEach
  void keepStatistics() {
    database.update("ALTER TABLE outbox SET (autovacuum_enabled = false)");
  }

  @AfterEach
  void drop() {
    database.update("ALTER TABLE outbox RESET (autovacuum_enabled)");
    // Other tests on this database delete row by row.
    database.update("TRUNCATE outbox");
  }

  /** What the planner goes by: the table as it was when statistics were made, if ever. */
  enum Statistics {
    NEVER_MADE,
    OF_AN_OUTBOX_THAT_WAS_BEHIND,
    OF_AN_IDLE_OUTBOX,
    OF_TODAY
  }

  @ParameterizedTest
  @EnumSource
  void roundReadsNoMoreRowsThanItSendsWhateverTheStatisticsSay(Statistics statistics) {
    fill(statistics);

    QuarkusTransaction.requiringNew()
        .run(
            () -> {
              long scans = Scans.of(database, "outbox_unsent");
              long reads = Scans.rows(database, "outbox");

              List<Backlog> due = unsent.backlog();

              assertThat(due).hasSize(64);
              assertThat(unsent.read(due, 50, 3_000)).hasSize(64 * 50);
              // One probe per topic and shard to find them, and one each to read them.
              assertThat(Scans.of(database, "outbox_unsent"))
                  .isGreaterThanOrEqualTo(scans + 2 * 64);
              assertThat(Scans.rows(database, "outbox") - reads)
                  .isBetween(64 * 50L, 64 * 50L + 2 * 64);
            });
  }

  @ParameterizedTest
  @EnumSource
  void shardIsLeftAtItsEndWhateverTheStatisticsSay(Statistics statistics) {
    fill(statistics);

    QuarkusTransaction.requiringNew()
        .run(
            () -> {
              List<Backlog> due = unsent.backlog();
              long pages = Scans.pages(database, "outbox_unsent");

              assertThat(unsent.read(due, ROWS, ROWS)).hasSize(ROWS);

              assertThat(Scans.pages(database, "outbox_unsent") - pages)
                  .isLessThan(pagesOfTheIndexOnce());

              pages = Scans.pages(database, "outbox_unsent");

              assertThat(upkeep.count().unsent()).isEqualTo(ROWS);

              // All rows are counted, and besides the first is found and looked at.
              assertThat(Scans.pages(database, "outbox_unsent") - pages)
                  .isLessThan(3 * pagesOfTheIndexOnce());
            });
  }

  @ParameterizedTest
  @EnumSource
  void gaugesReadNoMoreRowsThanAreUnsentWhateverTheStatisticsSay(Statistics statistics) {
    fill(statistics);

    QuarkusTransaction.requiringNew()
        .run(
            () -> {
              long reads = Scans.rows(database, "outbox");

              assertThat(upkeep.count().unsent()).isEqualTo(ROWS);
              assertThat(upkeep.tooLarge()).isEmpty();

              assertThat(Scans.rows(database, "outbox") - reads).isLessThan(ROWS + 3 * 64);
            });
  }

  @ParameterizedTest
  @EnumSource
  void gaugesReadUnsentRowsTwiceAtMostHoweverManyLanesAreHeld(Statistics statistics) {
    fill(statistics);
    int held = database.update(HOLD.formatted(ROWS / 10));
    database.update("VACUUM (INDEX_CLEANUP ON) outbox");

    QuarkusTransaction.requiringNew()
        .run(
            () -> {
              long reads = Scans.rows(database, "outbox");
              long pages = Scans.pages(database, "outbox_unsent");

              OutboxUpkeepRepository.Counts counts = upkeep.count();

              assertThat(counts.unsent()).isEqualTo(ROWS - held);
              assertThat(counts.held()).isEqualTo(held);
              assertThat(counts.quarantined()).isEqualTo(held);
              // Held rows are looked at once more on the way to the first that is not.
              assertThat(Scans.rows(database, "outbox") - reads)
                  .isLessThan(2 * ROWS + 2 * held + 3 * 64);
              assertThat(Scans.pages(database, "outbox_unsent") - pages)
                  .isLessThan(4 * pagesOfTheIndexOnce());
            });
  }

  @Test
  void gaugesOfAFullOutboxAreCountedInTheIndexOfUnsentRows() {
    insert(SENT, 300_000);
    insert(UNSENT, ROWS);
    database.update(
        "UPDATE outbox SET quarantined_reason = 'too-large 1'"
            + " WHERE NOT published AND lane IN ('l1', 'l2', 'l65')");
    database.update("VACUUM (ANALYZE) outbox");

    QuarkusTransaction.requiringNew()
        .run(
            () -> {
              long reads = readsOfTheWhole();

              OutboxUpkeepRepository.Counts counts = upkeep.count();

              assertThat(counts.unsent()).isEqualTo(ROWS - 3);
              assertThat(counts.held()).isEqualTo(3);
              assertThat(counts.quarantined()).isEqualTo(3);
              assertThat(counts.oldestAge()).isPositive();
              assertThat(readsOfTheWhole()).isEqualTo(reads);
            });
  }

  /** Leaves many sent rows and some unsent ones. */
  private void fill(Statistics statistics) {
    database.update("DELETE FROM pg_statistic WHERE starelid = 'outbox'::regclass");
    insert(UNSENT, 300_000);
    analyzeIf(statistics == Statistics.OF_AN_OUTBOX_THAT_WAS_BEHIND);
    database.update("UPDATE outbox SET published = TRUE, published_at = CURRENT_TIMESTAMP");
    database.update("VACUUM (INDEX_CLEANUP ON) outbox");
    analyzeIf(statistics == Statistics.OF_AN_IDLE_OUTBOX);
    insert(UNSENT, ROWS);
    analyzeIf(statistics == Statistics.OF_TODAY);
  }

  private void analyzeIf(boolean wanted) {
    if (wanted) {
      database.update("ANALYZE outbox");
    }
  }

  private void insert(String state, int rows) {
    database.update(FILL.formatted(state, rows));
  }

  /** Each page of at least 50 entries, and the way down from the root for each shard. */
  private long pagesOfTheIndexOnce() {
    return ROWS / 50 + 64 * 4;
  }

  /** Scans of the table, and of the indexes that published rows are in. */
  private long readsOfTheWhole() {
    return Stream.of("outbox", "outbox_pkey", "outbox_event_id_key", "outbox_prune")
        .mapToLong(relation -> Scans.of(database, relation))
        .sum();
  }
}
