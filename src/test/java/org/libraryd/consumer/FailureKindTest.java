package org.libraryd.consumer;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.transaction.RollbackException;
import java.sql.BatchUpdateException;
import java.sql.SQLException;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.libraryd.idempotency.AppliedBefore;
import org.libraryd.idempotency.AppliedBeforeException;
import org.libraryd.idempotency.StaleReadException;
import org.libraryd.jdbc.DatabaseException;

/** What each failure means, wherever among the causes the SQLState stands. */
class FailureKindTest {
  @ParameterizedTest(name = "{0} is {1}")
  @CsvSource(
      textBlock =
          """
          08000, AVAILABILITY
          08001, AVAILABILITY
          08006, AVAILABILITY
          57P01, AVAILABILITY
          57P02, AVAILABILITY
          57P03, AVAILABILITY
          53000, AVAILABILITY
          53100, AVAILABILITY
          53300, AVAILABILITY
          25006, AVAILABILITY
          25P03, AVAILABILITY
          90020, AVAILABILITY
          90067, AVAILABILITY
          90098, AVAILABILITY
          90121, AVAILABILITY
          40001, CONTENTION
          40P01, CONTENTION
          55P03, CONTENTION
          57014, CONTENTION
          HYT00, CONTENTION
          25P02, CONTENTION
          90131, CONTENTION
          42P01, CONTENTION
          XX000, CONTENTION
          P,     CONTENTION
          22001, DATA
          22021, DATA
          23502, DATA
          23505, DATA
          23514, DATA
          """)
  void sqlStateTellsTheKind(String state, FailureKind kind) {
    assertThat(FailureKind.of(new DatabaseException("INSERT", sql(state)))).isEqualTo(kind);
  }

  @Test
  void stateIsFoundBehindWrappersNextAndSuppressedExceptions() {
    SQLException batch = new BatchUpdateException("batch", null, 0, new int[0], null);
    batch.setNextException(sql("23514"));
    assertThat(FailureKind.of(new IllegalStateException(batch))).isEqualTo(FailureKind.DATA);

    Throwable rollback = new RollbackException("The commit failed");
    rollback.addSuppressed(new IllegalStateException(sql("40001")));
    assertThat(FailureKind.of(new IllegalStateException(rollback)))
        .isEqualTo(FailureKind.CONTENTION);

    Throwable twice = new RollbackException("The commit failed").initCause(sql("57P01"));
    assertThat(FailureKind.of(twice)).isEqualTo(FailureKind.AVAILABILITY);
  }

  @Test
  void failuresThatLostTheirStateAreAvailability() {
    assertThat(FailureKind.of(new IllegalStateException(new RollbackException("No reason"))))
        .isEqualTo(FailureKind.AVAILABILITY);
    assertThat(FailureKind.of(new DatabaseException("SELECT", sql(null))))
        .as("a pool without a free connection")
        .isEqualTo(FailureKind.AVAILABILITY);
  }

  @Test
  void ourOwnExceptionsAreContention() {
    assertThat(FailureKind.of(new NullPointerException())).isEqualTo(FailureKind.CONTENTION);
  }

  @Test
  void readsThatWereStaleAndEventsAppliedBeforeAreToldByType() {
    AppliedBefore event = new AppliedBefore("e", "hash");
    RuntimeException applied = new IllegalStateException(new AppliedBeforeException(Set.of(event)));

    assertThat(FailureKind.of(new IllegalStateException(new StaleReadException("loan"))))
        .isEqualTo(FailureKind.STALE_READ);
    assertThat(FailureKind.of(applied)).isEqualTo(FailureKind.APPLIED_BEFORE);
    assertThat(FailureKind.appliedBefore(applied)).containsExactly(event);
  }

  @Test
  void causesThatFormARingEndTheSearch() {
    Throwable inner = new IllegalStateException("inner");
    Throwable outer = new IllegalStateException("outer", inner);
    inner.addSuppressed(outer);

    assertThat(FailureKind.of(outer)).isEqualTo(FailureKind.CONTENTION);
  }

  private static SQLException sql(@Nullable String state) {
    return new SQLException("told by its state", state);
  }
}
