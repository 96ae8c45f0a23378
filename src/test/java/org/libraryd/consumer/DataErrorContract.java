package org.libraryd.consumer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.libraryd.support.LoanRecords.event;

import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.narayana.jta.QuarkusTransaction;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;
import org.libraryd.support.IntakeFixture;

/** One bad row does not spoil its batch, and a lock of somebody else spoils nothing. */
abstract class DataErrorContract extends IntakeFixture {
  @Inject ParkingSweep sweep;
  @Inject MeterRegistry registry;

  @Test
  void everyTenthRowThatTheDatabaseRefusesIsRejectedAndNothingElse() {
    refuse("loan", "loan_id NOT LIKE 'L%0'");
    List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
    for (int i = 1; i <= 100; i++) {
      records.add(event(i, "e" + i, "created", "L" + i));
    }

    List<String> verdicts = take(records);

    assertThat(verdicts).hasSize(100);
    assertThat(Collections.frequency(verdicts, "APPLIED")).isEqualTo(90);
    assertThat(Collections.frequency(verdicts, "REJECTED data-error")).isEqualTo(10);
    assertThat(count("loan")).isEqualTo(90);
    assertThat(count("consumed_event")).isEqualTo(90);
    assertThat(count("outbox WHERE dead_letter_id IS NULL")).isEqualTo(90);
    assertThat(count("dead_letter WHERE reason = 'data-error' AND loan_id LIKE 'L%0'"))
        .isEqualTo(10);
    assertThat(copies()).isEqualTo(10);
  }

  @Test
  void followerThatTheDatabaseRefusesDoesNotSpoilItsPredecessor() {
    take(List.of(event(1, "e1", "approved", "L"), event(2, "e2", "overdue", "L")));
    refuse("outbox", "event_type <> 'loan.approved'");

    assertThat(take(event(3, "e3", "created", "L"))).isEqualTo("APPLIED");
    assertThat(claims()).containsExactly("e1 PARKED", "e2 PARKED", "e3 APPLIED");
    sweep.release();

    assertThat(loans()).containsExactly("L CREATED 1");
    assertThat(claims()).containsExactly("e2 PARKED", "e3 APPLIED");
    assertThat(letters()).containsExactly("e1 DEAD data-error 1", "e2 PARKED - 0");
  }

  @Test
  void deadLetterWhoseIdsTheDatabaseRefusesIsStoredRaw() {
    refuse("dead_letter", "loan_id IS NULL");
    refuse("loan", "loan_id <> 'L'");

    assertThat(take(List.of(event(1, "e1", "created", "L"), event(2, "e2", "created", "M"))))
        .containsExactly("REJECTED data-error", "APPLIED");
    assertThat(letters()).containsExactly("- DEAD data-error 1");
  }

  @Test
  void lockOfSomebodyElseIsWaitedOutAsContention() {
    take(event(1, "e1", "created", "L"));
    double before = registry.counter("libraryd.contention").count();

    QuarkusTransaction.begin();
    database.update("UPDATE loan SET updated_at = CURRENT_TIMESTAMP WHERE loan_id = 'L'");
    CompletableFuture<String> waiting =
        CompletableFuture.supplyAsync(() -> take(event(2, "e2", "approved", "L")));
    await()
        .atMost(Duration.ofSeconds(30))
        .until(() -> registry.counter("libraryd.contention").count() > before);
    QuarkusTransaction.rollback();

    assertThat(waiting).succeedsWithin(Duration.ofSeconds(30)).isEqualTo("APPLIED");
    assertThat(loans()).containsExactly("L APPROVED 2");
    assertThat(letters()).isEmpty();
  }
}
