package org.libraryd.consumer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.libraryd.support.LoanRecords.event;

import jakarta.inject.Inject;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.libraryd.idempotency.Verdict;
import org.libraryd.support.IntakeFixture;
import org.libraryd.wire.Delivery;

/** Each event id takes effect once per consumer, or not at all. */
abstract class OnceContract extends IntakeFixture {
  private static final String CLAIMS = "SELECT event_id, consumer, outcome FROM consumed_event";

  @Inject TestDesk desk;

  /** The seed's first assertion, through a method that takes single events. */
  @Test
  void theSameEventIdHandledTwiceFirstTrueSecondFalseOneBusinessRowMore() {
    Delivery delivery = delivery(event(1, "e1", "created", "L"));

    assertThat(desk.handle(delivery)).isEqualTo(Verdict.APPLIED);
    assertThat(desk.handle(delivery)).isEqualTo(Verdict.DUPLICATE);
    assertThat(count("loan")).isOne();
    assertThat(rows(3, CLAIMS)).containsExactly("e1 test-desk APPLIED");
  }

  /** The seed's first assertion, through the intake. */
  @Test
  void theSameEventIdTakenInTwiceFirstTrueSecondFalseOneBusinessRowMore() {
    assertThat(take(event(1, "e1", "created", "L"))).isEqualTo("APPLIED");
    assertThat(take(event(2, "e1", "created", "L"))).isEqualTo("DUPLICATE");
    assertThat(loans()).containsExactly("L CREATED 1");
    assertThat(changes("L")).containsExactly("loan.created 1");
    assertThat(count("outbox")).isOne();
  }

  /** The seed's second assertion, in the tables. */
  @Test
  void approvedToApprovedSucceedsWithoutEffectAndApprovedToCreatedIsRefused() {
    take(List.of(event(1, "e1", "created", "L"), event(2, "e2", "approved", "L")));

    assertThat(take(event(3, "e3", "approved", "L"))).isEqualTo("UNCHANGED");
    assertThat(take(event(4, "e4", "created", "L"))).isEqualTo("REJECTED illegal-transition");
    assertThat(loans()).containsExactly("L APPROVED 2");
    assertThat(changes("L")).containsExactly("loan.created 1", "loan.approved 2");
    assertThat(claims()).containsExactly("e1 APPLIED", "e2 APPLIED", "e3 UNCHANGED");
    assertThat(letters()).containsExactly("e4 DEAD illegal-transition 1");
  }

  /** The seed's third assertion. */
  @Test
  void anExceptionInsideTheTransactionLeavesNeitherBusinessRowNorOutboxRow() {
    refuse("outbox", "aggregate_id <> 'L'");

    assertThatThrownBy(() -> handler.handle(deliveries(List.of(event(1, "e1", "created", "L")))))
        .satisfies(failure -> assertThat(FailureKind.of(failure)).isEqualTo(FailureKind.DATA));
    assertThat(count("loan")).isZero();
    assertThat(count("outbox")).isZero();
    assertThat(count("consumed_event")).isZero();

    accept("outbox");
    assertThat(take(event(1, "e1", "created", "L"))).isEqualTo("APPLIED");
  }

  @Test
  void rollbackTakesTheClaimOfASingleEventAway() {
    Delivery delivery = delivery(event(1, "e1", "created", "L"));

    assertThatThrownBy(() -> desk.handleAndFail(delivery)).hasMessage("after the effect");
    assertThat(count("consumed_event")).isZero();
    assertThat(count("loan")).isZero();
    assertThat(desk.handle(delivery)).isEqualTo(Verdict.APPLIED);
  }

  @Test
  void twoConsumersOfOneEventIdDoNotStealEachOthersClaim() {
    Delivery delivery = delivery(event(1, "e1", "created", "L"));

    assertThat(desk.handle(delivery)).isEqualTo(Verdict.APPLIED);
    assertThat(desk.archive(delivery)).isEqualTo(Verdict.UNCHANGED);
    assertThat(take(event(1, "e1", "created", "L"))).isEqualTo("UNCHANGED");
    assertThat(desk.archive(delivery)).isEqualTo(Verdict.DUPLICATE);
    assertThat(rows(3, CLAIMS))
        .containsExactlyInAnyOrder(
            "e1 test-desk APPLIED", "e1 test-archive UNCHANGED", "e1 loan-lifecycle UNCHANGED");
  }

  @Test
  void rejectedEventsGiveTheirOwnClaimsBackAndNoOthers() {
    List<String> verdicts =
        take(
            List.of(
                event(1, "e1", "created", "L"),
                event(2, "e2", "approved", "L"),
                event(3, "e3", "cancelled", "L"),
                event(4, "e1", "returned", "L"),
                event(5, "e4", "overdue", "other")));

    assertThat(verdicts)
        .containsExactly(
            "APPLIED", "APPLIED", "REJECTED illegal-transition", "REJECTED id-reuse", "PARKED");
    assertThat(claims()).containsExactly("e1 APPLIED", "e2 APPLIED", "e4 PARKED");
  }

  @Test
  void copiesOfAnIdThatWasGivenBackAreDeliveriesOfTheirOwn() {
    take(List.of(event(1, "e1", "created", "L"), event(2, "e2", "approved", "L")));

    assertThat(
            take(
                List.of(
                    event(3, "e3", "cancelled", "L"),
                    event(4, "e3", "cancelled", "L"),
                    event(5, "e3", "returned", "L"),
                    event(6, "e3", "returned", "L"))))
        .containsExactly(
            "REJECTED illegal-transition", "REJECTED illegal-transition", "APPLIED", "DUPLICATE");
    assertThat(loans()).containsExactly("L RETURNED 3");
  }

  @Test
  void inAReplayNewEventsAreAsNewAndOldOnesAsOldAsElsewhere() {
    var old = List.of(event(1, "e1", "created", "L"), event(2, "e2", "overdue", "early"));
    assertThat(take(old)).containsExactly("APPLIED", "PARKED");
    assertThat(take(old)).containsExactly("DUPLICATE", "DUPLICATE");

    List<String> verdicts =
        take(
            List.of(
                event(1, "e1", "created", "L"),
                event(3, "e1", "returned", "L"),
                event(4, "e3", "approved", "L"),
                event(5, "e3", "approved", "L"),
                event(6, "e4", "created", "M")));

    assertThat(verdicts)
        .containsExactly("DUPLICATE", "REJECTED id-reuse", "APPLIED", "DUPLICATE", "APPLIED");
    assertThat(claims()).containsExactly("e1 APPLIED", "e2 PARKED", "e3 APPLIED", "e4 APPLIED");
    assertThat(take(event(7, "e5", "approved", "M"))).isEqualTo("APPLIED");
    assertThat(loans()).containsExactly("L APPROVED 2", "M APPROVED 2");
  }

  @Test
  void claimThatWasPrunedWhileItsOutboxRowIsThereIsADuplicate() {
    take(List.of(event(1, "e1", "created", "L"), event(2, "e2", "approved", "L")));
    take(event(3, "e3", "overdue", "L"));
    database.update("DELETE FROM consumed_event WHERE event_id = 'e3'");

    assertThat(take(List.of(event(3, "e3", "overdue", "L"), event(4, "e4", "overdue", "L"))))
        .containsExactly("DUPLICATE", "APPLIED");
    assertThat(loans()).containsExactly("L APPROVED 4");
    assertThat(changes("L"))
        .containsExactly("loan.created 1", "loan.approved 2", "loan.overdue 3", "loan.overdue 4");
    assertThat(claims()).contains("e3 APPLIED");
  }

  @Test
  void duplicateOlderThanADayLetsItsWindowRunAnew() {
    take(List.of(event(1, "e1", "created", "L"), event(2, "e2", "created", "M")));
    database.update("UPDATE consumed_event SET consumed_at = CURRENT_TIMESTAMP - INTERVAL '2' DAY");

    assertThat(take(event(3, "e1", "created", "L"))).isEqualTo("DUPLICATE");
    assertThat(
            rows(
                1,
                "SELECT event_id FROM consumed_event"
                    + " WHERE consumed_at > CURRENT_TIMESTAMP - INTERVAL '1' HOUR"))
        .containsExactly("e1");
  }

  @Test
  void idUsedForOtherContentDoesNotRenewItsClaim() {
    take(event(1, "e1", "created", "L"));
    database.update("UPDATE consumed_event SET consumed_at = CURRENT_TIMESTAMP - INTERVAL '2' DAY");

    assertThat(take(event(2, "e1", "cancelled", "L"))).isEqualTo("REJECTED id-reuse");
    assertThat(count("consumed_event WHERE consumed_at > CURRENT_TIMESTAMP - INTERVAL '1' DAY"))
        .isZero();
    assertThat(loans()).containsExactly("L CREATED 1");
  }
}
