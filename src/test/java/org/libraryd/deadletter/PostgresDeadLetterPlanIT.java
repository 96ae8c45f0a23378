package org.libraryd.deadletter;

import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.narayana.jta.QuarkusTransaction;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.libraryd.deadletter.DeadLetter.Status;
import org.libraryd.jdbc.Database;
import org.libraryd.support.PostgresWithoutPipeline;
import org.libraryd.support.Scans;

/** The gauges cost no look at the records that dead letters keep. */
@QuarkusTest
@TestProfile(PostgresWithoutPipeline.class)
class PostgresDeadLetterPlanIT {
  private static final String FILL =
      """
      INSERT INTO dead_letter (id, consumer, event_id, loan_id, status, reason, attempts,
                               source_topic, source_partition, source_offset, source_timestamp,
                               fingerprint, record_headers)
      SELECT gen_random_uuid(), 'c', n, 'L', '%s', 'malformed', 1, 't', 0, n, 0, '%1$s', ''
        FROM generate_series(1, %d) AS n
      """;

  @Inject Database database;
  @Inject DeadLetterRepository letters;

  @AfterEach
  void drop() {
    database.update("TRUNCATE dead_letter CASCADE");
  }

  @Test
  void rowsAreCountedByStatusInTheIndexesOfParkedAndOfSettledOnes() {
    database.update(FILL.formatted(Status.DEAD, 100_000));
    database.update(FILL.formatted(Status.REDRIVEN, 3_000));
    database.update(FILL.formatted(Status.PARKED, 200));
    database.update("VACUUM (ANALYZE) dead_letter");

    QuarkusTransaction.requiringNew()
        .run(
            () -> {
              long settled = Scans.of(database, "dead_letter_prune");
              long parked = Scans.of(database, "dead_letter_parked");
              long reads = Scans.rows(database, "dead_letter");

              assertThat(letters.countByStatus())
                  .containsEntry(Status.DEAD, 100_000L)
                  .containsEntry(Status.REDRIVEN, 3_000L)
                  .containsEntry(Status.PARKED, 200L);

              assertThat(Scans.of(database, "dead_letter_prune")).isEqualTo(settled + 1);
              assertThat(Scans.of(database, "dead_letter_parked")).isEqualTo(parked + 1);
              assertThat(Scans.rows(database, "dead_letter")).isEqualTo(reads + 103_200);
            });
  }
}
