package org.libraryd.consumer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.libraryd.support.LoanRecords.event;

import io.quarkus.narayana.jta.QuarkusTransaction;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.libraryd.support.H2WithoutPipeline;
import org.libraryd.support.IntakeFixture;

/** H2 gives a wait for a lock up after two seconds: its error 50200. */
@QuarkusTest
@TestProfile(H2WithoutPipeline.class)
class H2LockWaitIT extends IntakeFixture {
  private static final Duration LONGER = Duration.ofSeconds(4);

  @Test
  void lockThatOutlastsTheTimeOutIsWaitedForAndTheEventAppliedOnce() {
    take(event(1, "e1", "created", "L"));
    QuarkusTransaction.begin();
    rows(1, "SELECT loan_id FROM loan WHERE loan_id = 'L' FOR UPDATE");
    CompletableFuture<String> waiting =
        CompletableFuture.supplyAsync(() -> take(event(2, "e2", "approved", "L")));
    long end = System.nanoTime() + LONGER.toNanos();
    await().until(() -> System.nanoTime() >= end);
    assertThat(waiting).isNotDone();
    QuarkusTransaction.rollback();

    assertThat(waiting.orTimeout(30, TimeUnit.SECONDS).join()).isEqualTo("APPLIED");
    assertThat(loans()).containsExactly("L APPROVED 2");
    assertThat(changes("L")).containsExactly("loan.created 1", "loan.approved 2");
    assertThat(letters()).isEmpty();
  }
}
