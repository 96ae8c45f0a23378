package org.libraryd.retention;

import static org.assertj.core.api.Assertions.assertThat;
import static org.libraryd.support.LoanRecords.at;
import static org.libraryd.support.LoanRecords.event;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.quarkus.arc.All;
import io.quarkus.narayana.jta.QuarkusTransaction;
import io.quarkus.runtime.ShutdownEvent;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.libraryd.support.IntakeFixture;
import org.libraryd.support.LoanRecords;
import org.libraryd.wire.TopicConfig;

/** What is past its window ends, and nothing else. */
abstract class PruningContract extends IntakeFixture {
  private static final String OLD = "CURRENT_TIMESTAMP - INTERVAL '15' DAY - INTERVAL '1' HOUR";
  private static final String YOUNG = "CURRENT_TIMESTAMP - INTERVAL '15' DAY + INTERVAL '1' HOUR";

  @Inject Windows windows;
  @Inject TopicConfig topics;
  @Inject TopicReaches reaches;
  @Inject @All List<Prunable> tables;

  private final MeterRegistry registry = new SimpleMeterRegistry();
  private RetentionGuard guard;
  private Pruner pruner;

  @BeforeEach
  void askTheBroker() throws Exception {
    guard = new RetentionGuard(windows, topics, reaches, registry);
    pruner = new Pruner(tables, windows, guard, registry);
    assertThat(guard.check()).isEmpty();
  }

  @Test
  void agedClaimsEndExceptThoseOfParkedEvents() {
    take(List.of(event(1, "e1", "created", "L"), event(2, "e2", "created", "M")));
    take(List.of(event(3, "e3", "created", "N"), event(4, "e4", "approved", "waits")));
    age("consumed_event", "consumed_at", OLD, "TRUE");
    age("consumed_event", "consumed_at", YOUNG, "event_id = 'e2'");

    pruner.run();

    assertThat(claims()).containsExactly("e2 APPLIED", "e4 PARKED");
    assertThat(pruned("consumed_event")).isEqualTo(2);
  }

  @Test
  void claimsOfAllConsumersEnd() {
    take(event(1, "e1", "created", "L"));
    database.update(
        "INSERT INTO consumed_event (event_id, consumer, payload_hash, outcome, loan_id)"
            + " VALUES ('e1', 'loan-notice', 'h', 'APPLIED', 'L')");
    age("consumed_event", "consumed_at", OLD, "TRUE");
    age("consumed_event", "consumed_at", YOUNG, "consumer = 'loan-notice'");

    pruner.run();
    assertThat(rows(1, "SELECT consumer FROM consumed_event")).containsExactly("loan-notice");

    age("consumed_event", "consumed_at", OLD, "TRUE");
    pruner.run();
    assertThat(count("consumed_event")).isZero();
  }

  @Test
  void publishedRowsOfAgeEndInBatchesAndUnpublishedOnesNever() {
    int old = 2 * Pruner.BATCH + 500;
    take(IntStream.range(0, old + 2).mapToObj(i -> event(i, "e" + i, "created", "L" + i)).toList());
    database.update("UPDATE outbox SET published = TRUE, published_at = " + OLD);
    age("outbox", "published_at", YOUNG, "aggregate_id = 'L0'");
    database.update(
        "UPDATE outbox SET published = FALSE, published_at = NULL, created_at = "
            + OLD
            + " WHERE aggregate_id = 'L1'");

    pruner.run();

    assertThat(rows(1, "SELECT aggregate_id FROM outbox")).containsExactlyInAnyOrder("L0", "L1");
    assertThat(pruned("outbox")).isEqualTo(old);
  }

  @Test
  void settledDeadLettersOfAgeEndOnceNoOutboxRowRefersToThem() {
    take(List.of(refused(1, "dead"), refused(2, "young"), refused(3, "sending")));
    take(List.of(refused(4, "redriven"), refused(5, "discarded")));
    take(event(6, "waits", "approved", "L"));
    database.update("UPDATE dead_letter SET status = 'REDRIVEN' WHERE event_id = 'redriven'");
    database.update("UPDATE dead_letter SET status = 'DISCARDED' WHERE event_id = 'discarded'");
    age("dead_letter", "updated_at", OLD, "event_id <> 'young'");
    age("dead_letter", "updated_at", YOUNG, "event_id = 'young'");

    pruner.run();
    assertThat(count("dead_letter")).isEqualTo(6);

    database.update(
        "DELETE FROM outbox WHERE dead_letter_id IN"
            + " (SELECT id FROM dead_letter WHERE event_id <> 'sending')");
    pruner.run();
    assertThat(rows(1, "SELECT event_id FROM dead_letter ORDER BY arrival"))
        .containsExactly("young", "sending", "waits");
    assertThat(pruned("dead_letter")).isEqualTo(3);
  }

  @Test
  void loansStayForEverByDefault() {
    take(List.of(event(1, "e1", "created", "L"), event(2, "e2", "cancelled", "L")));
    database.update("DELETE FROM outbox");
    age("loan", "created_at", OLD, "TRUE");
    age("loan", "updated_at", OLD, "TRUE");

    pruner.run();

    assertThat(loans()).containsExactly("L CANCELLED 2");
  }

  @Test
  void finishedLoansOfAgeEndUnlessSomethingOfThemWaits() {
    List.of("cancelled", "young", "sending", "waits", "returned")
        .forEach(loan -> take(event(1, "c-" + loan, "created", loan)));
    take(List.of(event(2, "a1", "approved", "returned"), event(3, "r1", "returned", "returned")));
    List.of("cancelled", "young", "sending", "waits")
        .forEach(loan -> take(event(4, "x-" + loan, "cancelled", loan)));
    take(List.of(event(5, "c1", "created", "created"), event(6, "c2", "created", "approved")));
    take(event(7, "a2", "approved", "approved"));
    database.update("DELETE FROM outbox WHERE aggregate_id <> 'sending'");
    take(event(8, "p1", "approved", "nobody"));
    database.update("UPDATE dead_letter SET loan_id = 'waits' WHERE event_id = 'p1'");
    age("loan", "created_at", OLD, "TRUE");
    age("loan", "updated_at", OLD, "loan_id <> 'young'");

    assertThat(pruneLoans()).isEqualTo(2);
    assertThat(rows(1, "SELECT loan_id FROM loan ORDER BY loan_id"))
        .containsExactly("approved", "created", "sending", "waits", "young");

    database.update("UPDATE outbox SET published = TRUE, published_at = CURRENT_TIMESTAMP");
    assertThat(pruneLoans()).isOne();
  }

  @Test
  void rowsThatOthersHaveLockedArePassedOver() {
    take(List.of(event(1, "e1", "created", "L"), event(2, "e2", "created", "M")));
    age("consumed_event", "consumed_at", OLD, "TRUE");

    QuarkusTransaction.begin();
    database.update("UPDATE consumed_event SET outcome = 'UNCHANGED' WHERE event_id = 'e1'");
    QuarkusTransaction.suspendingExisting().run(pruner::run);
    QuarkusTransaction.rollback();
    assertThat(claims()).containsExactly("e1 APPLIED");

    pruner.run();
    assertThat(claims()).isEmpty();
  }

  @Test
  void nothingEndsBeforeTheBrokerHasToldHowLongItKeepsRecords() {
    take(event(1, "e1", "created", "L"));
    age("consumed_event", "consumed_at", OLD, "TRUE");
    RetentionGuard unasked = new RetentionGuard(windows, topics, reaches, registry);

    new Pruner(tables, windows, unasked, registry).run();

    assertThat(claims()).containsExactly("e1 APPLIED");
  }

  @Test
  void nothingEndsOnceTheProcessEnds() {
    take(event(1, "e1", "created", "L"));
    age("consumed_event", "consumed_at", OLD, "TRUE");

    pruner.onShutdown(new ShutdownEvent());
    pruner.run();

    assertThat(claims()).containsExactly("e1 APPLIED");
  }

  private int pruneLoans() {
    Prunable loans =
        tables.stream().filter(table -> table.window() == Window.LOAN).findFirst().orElseThrow();
    return QuarkusTransaction.requiringNew().call(() -> loans.prune(Duration.ofDays(15), 1_000));
  }

  private double pruned(String table) {
    return registry.counter("libraryd.pruned", "table", table).count();
  }

  private void age(String table, String column, String time, String where) {
    database.update("UPDATE %s SET %s = %s WHERE %s".formatted(table, column, time, where));
  }

  private static ConsumerRecord<byte[], byte[]> refused(long offset, String eventId) {
    return at(LoanRecords.TOPIC, 0, offset, eventId, LoanRecords.json("unheard-of", "L", "M-1"));
  }
}
