package org.libraryd.consumer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.libraryd.support.LoanRecords.event;

import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.libraryd.support.IntakeFixture;
import org.libraryd.support.PostgresWithoutPipeline;

/**
 * Trouble made by triggers, inside statements and at COMMIT. A sequence counts it, since a sequence
 * is not rolled back.
 */
@QuarkusTest
@TestProfile(PostgresWithoutPipeline.class)
class PostgresTroubleIT extends IntakeFixture {
  private static final String IN_THE_STATEMENT = "TRIGGER trouble BEFORE INSERT ON outbox";
  private static final String AT_COMMIT =
      "CONSTRAINT TRIGGER trouble AFTER INSERT ON outbox DEFERRABLE INITIALLY DEFERRED";

  @AfterEach
  void calm() {
    database.update("DROP TRIGGER IF EXISTS trouble ON outbox");
    database.update("DROP FUNCTION IF EXISTS trouble()");
    database.update("DROP SEQUENCE IF EXISTS troubles");
  }

  @ParameterizedTest
  @ValueSource(strings = {"40001", "40P01", "55P03", "57014", "53300", "57P03", "25006", "08006"})
  void failureOfAStatementIsTriedAgainAndTheEventAppliedOnce(String state) {
    trouble(IN_THE_STATEMENT, 3, raise(state));

    assertThat(take(twoEvents())).containsExactly("APPLIED", "APPLIED");
    assertAppliedOnce();
  }

  @ParameterizedTest
  @ValueSource(strings = {"40001", "40P01", "57P01", "53100"})
  void failureAtCommitIsTriedAgainAndTheEventAppliedOnce(String state) {
    trouble(AT_COMMIT, 2, raise(state));

    assertThat(take(twoEvents())).containsExactly("APPLIED", "APPLIED");
    assertAppliedOnce();
  }

  @Test
  void sessionThatEndsAtCommitIsTriedAgainAndTheEventAppliedOnce() {
    trouble(AT_COMMIT, 1, "PERFORM pg_terminate_backend(pg_backend_pid());");

    assertThat(take(twoEvents())).containsExactly("APPLIED", "APPLIED");
    assertAppliedOnce();
  }

  @Test
  void dataErrorAtCommitRejectsTheEventAndNotItsNeighbour() {
    trouble(AT_COMMIT, Integer.MAX_VALUE, raise("23514"));

    assertThat(
            take(List.of(event(1, "e1", "created", "L"), event(2, "e2", "created", "neighbour"))))
        .containsExactly("REJECTED data-error", "APPLIED");
    assertThat(loans()).containsExactly("neighbour CREATED 1");
    assertThat(letters()).containsExactly("e1 DEAD data-error 1");
  }

  @Test
  void loanThatFailsWithoutEndIsStuckWhileOthersGoOn() {
    trouble(IN_THE_STATEMENT, Integer.MAX_VALUE, raise("40001"));

    assertThat(
            take(
                List.of(
                    event(1, "e1", "created", "L"),
                    event(2, "e2", "approved", "L"),
                    event(3, "e3", "created", "neighbour"))))
        .containsExactly("APPLIED", "REJECTED stuck", "PARKED");
    assertThat(loans()).containsExactly("neighbour CREATED 1");
    assertThat(claims()).containsExactly("e2 PARKED", "e3 APPLIED");
    assertThat(letters()).containsExactly("e1 DEAD stuck 1", "e2 PARKED - 0");
  }

  private static List<ConsumerRecord<byte[], byte[]>> twoEvents() {
    return List.of(event(1, "e1", "created", "L"), event(2, "e2", "approved", "L"));
  }

  private void assertAppliedOnce() {
    assertThat(loans()).containsExactly("L APPROVED 2");
    assertThat(changes("L")).containsExactly("loan.created 1", "loan.approved 2");
    assertThat(claims()).containsExactly("e1 APPLIED", "e2 APPLIED");
    assertThat(letters()).isEmpty();
    assertThat(database.query("SELECT nextval('troubles')", row -> row.getLong(1)).get(0))
        .as("how often the trigger was asked")
        .isGreaterThan(2);
  }

  private static String raise(String state) {
    return "RAISE EXCEPTION 'made by a test' USING ERRCODE = '" + state + "';";
  }

  /** Lets changes of the loan L fail the first {@code times}. */
  private void trouble(String trigger, int times, String what) {
    database.update("CREATE SEQUENCE troubles");
    database.update(
        """
        CREATE FUNCTION trouble() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
          IF NEW.aggregate_id = 'L' AND NEW.dead_letter_id IS NULL
             AND nextval('troubles') <= %d THEN %s END IF;
          RETURN NEW; END $$"""
            .formatted(times, what));
    database.update("CREATE " + trigger + " FOR EACH ROW EXECUTE FUNCTION trouble()");
  }
}
