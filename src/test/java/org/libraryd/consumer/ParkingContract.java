package org.libraryd.consumer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.libraryd.support.LoanRecords.event;

import io.quarkus.narayana.jta.QuarkusTransaction;
import jakarta.inject.Inject;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;
import org.libraryd.deadletter.DeadLetters;
import org.libraryd.health.GroupView;
import org.libraryd.loan.ParkedEventHandler;
import org.libraryd.loan.ParkingConfig;
import org.libraryd.support.IntakeFixture;
import org.libraryd.wire.TopicConfig;

/** Early events are released by themselves, become impossible, or expire. */
abstract class ParkingContract extends IntakeFixture {
  @Inject ParkingSweep sweep;
  @Inject DeadLetters deadLetters;
  @Inject ParkedEventHandler parkedEvents;
  @Inject ParkingConfig config;
  @Inject IntakeMetrics metrics;
  @Inject TopicConfig topics;

  @Inject GroupView view;

  @Test
  void whatWaitsIsReleasedInOrderOfArrivalAgainAndAgainUntilNothingMoves() {
    take(List.of(event(1, "e1", "returned", "L"), event(2, "e2", "overdue", "L")));
    take(event(3, "e3", "approved", "L"));
    assertThat(claims()).containsExactly("e1 PARKED", "e2 PARKED", "e3 PARKED");

    assertThat(take(event(4, "e4", "created", "L"))).isEqualTo("APPLIED");
    assertThat(changes("L"))
        .containsExactly("loan.created 1", "loan.approved 2", "loan.returned 3");
    assertThat(claims()).containsExactly("e1 APPLIED", "e3 APPLIED", "e4 APPLIED");
    assertThat(letters()).containsExactly("e2 DEAD terminal-state 1");
  }

  @Test
  void copiesAndOtherContentMeetTheClaimOfAParkedEvent() {
    take(event(1, "e1", "approved", "L"));

    assertThat(take(event(2, "e1", "approved", "L"))).isEqualTo("DUPLICATE");
    assertThat(take(event(1, "e1", "approved", "L"))).isEqualTo("DUPLICATE");
    assertThat(take(event(3, "e1", "returned", "L"))).isEqualTo("REJECTED id-reuse");
    assertThat(letters()).containsExactly("e1 PARKED - 0", "e1 DEAD id-reuse 1");
  }

  @Test
  void noMoreEventsOfALoanWaitThanMay() {
    List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
    for (int i = 0; i <= config.perLoan(); i++) {
      records.add(event(i, "e" + i, "overdue", "L"));
    }

    assertThat(take(records)).last().isEqualTo("REJECTED parking-full");
    assertThat(count("dead_letter WHERE status = 'PARKED'")).isEqualTo(config.perLoan());
    assertThat(count("consumed_event")).isEqualTo(config.perLoan());
    assertThat(take(event(9_999, "e", "overdue", "other"))).isEqualTo("PARKED");
  }

  @Test
  void eventThatParkedWhileItsPredecessorCommittedIsReleasedByTheSweep() {
    QuarkusTransaction.begin();
    database.update(
        "INSERT INTO loan (loan_id, book_id, member_id, status, version)"
            + " VALUES ('L', 'B-1', 'M-L', 'CREATED', 1)");
    assertThat(take(List.of(event(1, "e1", "approved", "L"), event(2, "e2", "returned", "L"))))
        .containsExactly("PARKED", "PARKED");
    QuarkusTransaction.commit();
    assertThat(loans()).containsExactly("L CREATED 1");

    sweep.release();

    assertThat(loans()).containsExactly("L RETURNED 3");
    assertThat(claims()).containsExactly("e1 APPLIED", "e2 APPLIED");
    assertThat(letters()).isEmpty();
    assertThat(changes("L")).containsExactly("loan.approved 2", "loan.returned 3");
  }

  @Test
  void sweepPassesOverLoansThatOthersHaveLocked() {
    take(event(1, "e1", "approved", "L"));
    database.update(
        "INSERT INTO loan (loan_id, book_id, member_id, status, version)"
            + " VALUES ('L', 'B-1', 'M-L', 'CREATED', 1)");

    QuarkusTransaction.begin();
    database.update("UPDATE loan SET updated_at = CURRENT_TIMESTAMP WHERE loan_id = 'L'");
    QuarkusTransaction.suspendingExisting().run(sweep::release);
    QuarkusTransaction.rollback();
    assertThat(claims()).containsExactly("e1 PARKED");

    sweep.release();
    assertThat(claims()).containsExactly("e1 APPLIED");
  }

  @Test
  void parkedEventExpiresOnlyWhenTheBacklogNotedIsTakenIn() {
    FakeBacklog backlog = new FakeBacklog();
    ParkingSweep ours =
        new ParkingSweep(deadLetters, parkedEvents, config, backlog, metrics, new RejectionLog());
    take(List.of(event(1, "e1", "approved", "L"), event(2, "e2", "approved", "young")));
    age("e1");

    ours.expire();
    ours.expire();
    assertThat(backlog.notes).isOne();
    assertThat(claims()).containsExactly("e1 PARKED", "e2 PARKED");

    backlog.takenIn = true;
    ours.expire();
    assertThat(letters()).containsExactly("e1 DEAD parking-expired 1", "e2 PARKED - 0");
    assertThat(claims()).containsExactly("e2 PARKED");
    assertThat(copies()).isOne();
  }

  @Test
  void expiredEventMayComeAgain() {
    take(event(1, "e1", "approved", "L"));
    age("e1");
    // The real broker: an empty topic has no backlog.
    sweep.expire();
    sweep.expire();
    assertThat(letters()).containsExactly("e1 DEAD parking-expired 1");

    assertThat(take(event(1, "e1", "approved", "L"))).isEqualTo("PARKED");
    assertThat(letters()).containsExactly("e1 PARKED - 1");
    assertThat(take(event(2, "e2", "created", "L"))).isEqualTo("APPLIED");
    assertThat(loans()).containsExactly("L APPROVED 2");
    assertThat(letters()).containsExactly("e1 REDRIVEN - 1");
    assertThat(copies()).isOne();
  }

  private void age(String eventId) {
    database.update(
        "UPDATE dead_letter SET parked_at = CURRENT_TIMESTAMP - INTERVAL '2' HOUR"
            + " WHERE event_id = ?",
        eventId);
  }

  private final class FakeBacklog extends IntakeBacklog {
    private int notes;
    private boolean takenIn;

    FakeBacklog() {
      super(view, topics, "nobody");
    }

    @Override
    boolean note() {
      notes++;
      return true;
    }

    @Override
    boolean isTakenIn() {
      return takenIn;
    }
  }
}
