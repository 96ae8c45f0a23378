package org.libraryd.retention;

import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.arc.All;
import io.quarkus.narayana.jta.QuarkusTransaction;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.libraryd.support.IntakeFixture;
import org.libraryd.support.PostgresWithoutPipeline;
import org.libraryd.support.Scans;

/** Finding what is past its window costs what is found, not what is there. */
@QuarkusTest
@TestProfile(PostgresWithoutPipeline.class)
class PostgresPruningPlanIT extends IntakeFixture {
  private static final int ROWS = 1_000_000;
  private static final int PART = 100_000;

  /** Spreads the rows evenly over 15 days and 2 hours: some 5,500 are past 15 days. */
  private static final String TIME = "CURRENT_TIMESTAMP - n * INTERVAL '1 second' * 1.3032";

  private static final Map<String, String> FILL =
      Map.of(
          "consumed_event",
          "(event_id, consumer, payload_hash, outcome, loan_id, consumed_at)"
              + " SELECT md5(n::text), 'loan-lifecycle', 'h', 'APPLIED', 'L', %s",
          "outbox",
          "(event_id, event_type, topic, lane, shard, payload, headers, published, published_at)"
              + " SELECT n, 'loan.created', 't', 'l', 1, '{}', '{}', TRUE, %s",
          "dead_letter",
          "(id, consumer, status, reason, attempts, source_topic, source_partition, source_offset,"
              + " source_timestamp, fingerprint, record_headers, updated_at)"
              + " SELECT n, 'c', 'DEAD', 'malformed', 1, 't', 0, n, 0, 'f', '', %s",
          "loan",
          "(loan_id, book_id, member_id, status, version, created_at, updated_at)"
              + " SELECT n, 'B', 'M', 'RETURNED', 4, %1$s, %1$s");

  @Inject @All List<Prunable> tables;

  @AfterEach
  void drop() {
    // Other tests on this database delete row by row.
    database.update("TRUNCATE " + String.join(", ", FILL.keySet()));
  }

  @Test
  void everyTableOfAMillionRowsIsPrunedByItsIndex() {
    FILL.forEach(this::fill);

    for (Prunable table : tables) {
      QuarkusTransaction.requiringNew().run(() -> prunesByItsIndex(table));
    }
    assertThat(tables).extracting(Prunable::table).containsAll(FILL.keySet());
  }

  private void fill(String table, String rows) {
    for (int first = 1; first <= ROWS; first += PART) {
      database.update(
          "INSERT INTO %s %s FROM generate_series(%d, %d) AS n"
              .formatted(table, rows.formatted(TIME), first, first + PART - 1));
    }
    database.update("ANALYZE " + table);
  }

  private void prunesByItsIndex(Prunable table) {
    String name = table.table();
    long scans = Scans.of(database, name + "_prune");
    long reads = Scans.of(database, name);

    assertThat(table.prune(Duration.ofDays(15), 1_000)).as(name).isEqualTo(1_000);

    assertThat(Scans.of(database, name + "_prune")).as(name).isGreaterThan(scans);
    assertThat(Scans.of(database, name)).as(name).isEqualTo(reads);
  }
}
