package org.libraryd.consumer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.libraryd.support.LoanRecords.event;

import io.quarkus.narayana.jta.QuarkusTransaction;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.libraryd.support.IntakeFixture;
import org.libraryd.wire.Decoded;
import org.libraryd.wire.LoanEvent;

/**
 * The answer of a claim is right after it waited for a claim of somebody else. A statement over
 * several rows would lie here on H2: it begins again without undoing the rows it has inserted.
 */
abstract class ClaimWaitContract extends IntakeFixture {
  private static final Duration LONG = Duration.ofSeconds(30);

  /** A query for the number of sessions that wait for another one. */
  abstract String blockedSessions();

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void claimThatAnotherTransactionCommittedMeanwhileIsADuplicate(boolean afterAReplay) {
    if (afterAReplay) {
      replay();
    }
    assertThat(verdictsAround(QuarkusTransaction::commit))
        .containsExactly("APPLIED", "DUPLICATE", "DUPLICATE", "APPLIED");
    assertThat(loans()).containsExactly("W CREATED 1", "Y CREATED 1");
    assertThat(claims()).containsExactly("w APPLIED", "x APPLIED", "y APPLIED");
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void claimThatAnotherTransactionRolledBackIsFree(boolean afterAReplay) {
    if (afterAReplay) {
      replay();
    }
    assertThat(verdictsAround(QuarkusTransaction::rollback))
        .containsExactly("APPLIED", "APPLIED", "DUPLICATE", "APPLIED");
    assertThat(loans()).containsExactly("W CREATED 1", "X CREATED 1", "Y CREATED 1");
    assertThat(claims()).containsExactly("w APPLIED", "x APPLIED", "y APPLIED");
  }

  /** After it the claims that there are will be read before others are inserted. */
  private void replay() {
    for (String verdict : List.of("APPLIED", "DUPLICATE")) {
      assertThat(take(event(10, "r", "created", "R"))).isEqualTo(verdict);
    }
    database.update("DELETE FROM consumed_event");
    database.update("DELETE FROM loan");
  }

  private List<String> verdictsAround(Runnable end) {
    QuarkusTransaction.begin();
    LoanEvent held = ((Decoded.Accepted) delivery(event(2, "x", "created", "X")).decoded()).event();
    database.update(
        "INSERT INTO consumed_event (event_id, consumer, payload_hash, outcome, loan_id)"
            + " VALUES ('x', 'loan-lifecycle', ?, 'APPLIED', 'X')",
        held.contentHash());
    CompletableFuture<List<String>> waiting =
        CompletableFuture.supplyAsync(
            () ->
                take(
                    List.of(
                        event(1, "w", "created", "W"),
                        event(2, "x", "created", "X"),
                        event(3, "x", "created", "X"),
                        event(4, "y", "created", "Y"))));
    try {
      await()
          .atMost(LONG)
          .pollInterval(Duration.ofMillis(20))
          .until(() -> QuarkusTransaction.suspendingExisting().call(this::isAnyoneBlocked));
    } finally {
      end.run();
    }
    return waiting.orTimeout(LONG.toSeconds(), TimeUnit.SECONDS).join();
  }

  private boolean isAnyoneBlocked() {
    return database.query(blockedSessions(), row -> row.getLong(1)).get(0) > 0;
  }
}
