package org.libraryd.redrive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.libraryd.support.LoanRecords.event;

import io.micrometer.core.instrument.MeterRegistry;
import jakarta.inject.Inject;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.libraryd.deadletter.DeadLetterFilter;
import org.libraryd.idempotency.Deliveries;
import org.libraryd.loan.ParkedEventHandler;
import org.libraryd.notice.NoticeHandler;
import org.libraryd.support.LoanRecords;
import org.libraryd.wire.Decoded;
import org.libraryd.wire.LoanEventDecoder;
import org.libraryd.wire.Reason;

/** A dead letter that is redriven is judged as if it were delivered now, and its row follows. */
abstract class RedriveContract extends RedriveFixture {
  private static final ConsumerRecord<byte[], byte[]> LETTER = event(9, "e9", "approved", "L");

  @Inject NoticeHandler notices;
  @Inject ParkedEventHandler parkedEvents;
  @Inject MeterRegistry registry;

  @ParameterizedTest(name = "{0}: {1}")
  @CsvSource(
      textBlock =
          """
          REJECTED,  REJECTED terminal-state, e9 DEAD terminal-state 2
          PARKED,    PARKED,                  e9 PARKED - 1
          APPLIED,   APPLIED,                 e9 REDRIVEN stuck 1
          UNCHANGED, UNCHANGED,               e9 REDRIVEN stuck 1
          DUPLICATE, DUPLICATE,               e9 REDRIVEN stuck 1
          REUSED,    REJECTED id-reuse,       e9 DEAD id-reuse 2
          """)
  void rowFollowsTheVerdict(String now, String outcome, String row) {
    die(List.of(LETTER));
    leadTo(now);
    double before = counted(outcome);

    assertThat(words(redrive())).containsExactly(outcome);

    assertThat(letters()).containsExactly(row);
    assertThat(copies()).as("copies").isEqualTo(outcome.startsWith("REJECTED") ? 2 : 1);
    assertThat(rows(2, "SELECT event_id, loan_id FROM dead_letter")).containsExactly("e9 L");
    assertThat(claims().contains("e9 " + outcome)).isEqualTo(claimIsNew(outcome));
    assertThat(counted(outcome)).isEqualTo(before + 1);
  }

  @Test
  void typeThatIsIgnoredByNowIsDiscarded() {
    die(List.of(LETTER));
    LoanEventDecoder ignoring = new LoanEventDecoder(Set.of("loan.approved"), Clock.systemUTC());
    Redrive ours =
        redriveBy(
            new Scripted() {
              @Override
              public Decoded decode(ConsumerRecord<byte[], byte[]> source) {
                return ignoring.decode(source);
              }
            });

    assertThat(words(ours.redrive(DeadLetterFilter.all(), RedriveOptions.REAL)))
        .containsExactly("IGNORED");
    assertThat(letters()).containsExactly("e9 DISCARDED stuck 1");
    assertThat(claims()).isEmpty();
    assertThat(take(LETTER)).isEqualTo("DUPLICATE");
  }

  @Test
  void rejectedEarlyEventDidNotBurnItsIdAndIsAppliedOnceItsLoanExists() {
    take(List.of(event(1, "e1", "approved", "L-404"), event(2, "e2", "returned", "L-405")));
    parkedEvents.reject(
        Deliveries.none(),
        rows(1, "SELECT id FROM dead_letter"),
        Reason.PARKING_EXPIRED,
        "No predecessor came");
    assertThat(letters()).containsExactly("e1 DEAD parking-expired 1", "e2 DEAD parking-expired 1");
    assertThat(loans()).isEmpty();

    take(event(3, "e3", "created", "L-404"));
    assertThat(words(redrive())).containsExactly("APPLIED", "PARKED");
    assertThat(loans()).containsExactly("L-404 APPROVED 2");
    assertThat(changes("L-404")).containsExactly("loan.created 1", "loan.approved 2");

    take(List.of(event(4, "e4", "created", "L-405"), event(5, "e5", "approved", "L-405")));
    assertThat(loans()).containsExactly("L-404 APPROVED 2", "L-405 RETURNED 3");
    assertThat(letters()).containsExactly("e1 REDRIVEN parking-expired 1", "e2 REDRIVEN - 1");
  }

  @Test
  void redrivenEventReleasesWhatWaitsForIt() {
    take(event(1, "e1", "approved", "L"));
    die(List.of(event(2, "e2", "created", "L")));

    assertThat(words(redrive())).containsExactly("APPLIED");
    assertThat(loans()).containsExactly("L APPROVED 2");
    assertThat(letters()).containsExactly("e2 REDRIVEN stuck 1");
    assertThat(claims()).containsExactly("e1 APPLIED", "e2 APPLIED");
  }

  @Test
  void manyAreJudgedInTheOrderOfTheirArrivalWhateverTheBatches() {
    List<ConsumerRecord<byte[], byte[]>> events = new ArrayList<>();
    int loans = Batches.ROWS_MAX / 3 + 10;
    for (String type : List.of("created", "approved", "returned")) {
      for (int loan = 0; loan < loans; loan++) {
        // Offsets fall, so that only arrival gives the right order.
        events.add(event(10_000 - events.size(), type + loan, type, "L" + loan));
      }
    }
    die(events);

    assertThat(redrive().counts()).isEqualTo(Map.of(RedriveOutcome.APPLIED, 3L * loans));
    assertThat(count("loan WHERE status = 'RETURNED' AND version = 3")).isEqualTo(loans);
    assertThat(changes("L7"))
        .containsExactly("loan.created 1", "loan.approved 2", "loan.returned 3");
    assertThat(count("dead_letter WHERE status = 'REDRIVEN'")).isEqualTo(3L * loans);
  }

  @Test
  void copiesOfAnIdTakeEffectOnce() {
    die(List.of(event(1, "e1", "created", "L"), event(2, "e1", "created", "L")));

    assertThat(words(redrive())).containsExactly("APPLIED", "DUPLICATE");
    assertThat(letters()).containsOnly("e1 REDRIVEN stuck 1");
    assertThat(loans()).containsExactly("L CREATED 1");
  }

  @Test
  void deadNoticeIsWrittenByItsOwnConsumer() {
    String changed = "libraryd.loan.changed";
    die(
        notices,
        List.of(
            LoanRecords.at(changed, 0, 1, "c1", LoanRecords.json("approved", "L", "M-1")),
            LoanRecords.at(changed, 0, 2, "c2", LoanRecords.json("created", "L", "M-1"))));

    assertThat(words(redrive())).containsExactly("APPLIED", "IGNORED");
    assertThat(rows(1, "SELECT lane FROM outbox WHERE dead_letter_id IS NULL"))
        .containsExactly("notice/M-1");
    assertThat(rows(2, "SELECT event_id, consumer FROM consumed_event"))
        .containsExactly("c1 loan-notice");
    assertThat(rows(1, "SELECT status FROM dead_letter ORDER BY arrival"))
        .containsExactly("REDRIVEN", "DISCARDED");
    assertThat(loans()).isEmpty();
  }

  @Test
  void eventAppliedBeforeItsClaimWasPrunedIsNotAppliedAgain() {
    take(List.of(event(1, "e1", "created", "L"), event(2, "e2", "created", "other")));
    database.update("DELETE FROM consumed_event");
    die(List.of(event(3, "e1", "created", "L"), event(4, "e3", "approved", "other")));
    database.update("DELETE FROM loan WHERE loan_id = 'L'");

    assertThat(words(redrive())).containsExactly("DUPLICATE", "APPLIED");
    assertThat(loans()).containsExactly("other APPROVED 2");
  }

  @Test
  void recordIsRefusedOnceItHasDiedAsOftenAsItMayUnlessForced() {
    take(LoanRecords.at(LoanRecords.TOPIC, 0, 1, "e1", "garbage"));
    take(LoanRecords.at(LoanRecords.TOPIC, 0, 2, "e2", "garbage"));
    database.update("UPDATE dead_letter SET attempts = 4 WHERE event_id = 'e1'");

    assertThat(words(redrive())).containsExactly("REJECTED malformed", "REJECTED malformed");
    assertThat(words(redrive()))
        .containsExactly("EXHAUSTED It has died 5 times", "REJECTED malformed");
    assertThat(letters()).containsExactly("e1 DEAD malformed 5", "e2 DEAD malformed 3");

    redrive.redrive(DeadLetterFilter.all(), RedriveOptions.FORCE);
    assertThat(letters()).containsExactly("e1 DEAD malformed 6", "e2 DEAD malformed 4");
  }

  @Test
  void discardedRecordNeverTakesEffect() {
    die(List.of(event(1, "e1", "created", "L"), event(2, "e2", "created", "other")));
    DeadLetterFilter first = DeadLetterFilter.all().offsets(1, 1);

    assertThat(words(redrive.discard(first, RedriveOptions.REAL))).containsExactly("DISCARDED");
    assertThat(words(redrive.discard(first, RedriveOptions.REAL))).isEmpty();

    assertThat(words(redrive())).containsExactly("APPLIED");
    assertThat(take(event(1, "e1", "created", "L"))).isEqualTo("DUPLICATE");
    assertThat(loans()).containsExactly("other CREATED 1");
    assertThat(take(event(9, "e1", "created", "L"))).as("another record").isEqualTo("APPLIED");
  }

  private static boolean claimIsNew(String outcome) {
    return Stream.of("APPLIED", "UNCHANGED", "PARKED").anyMatch(outcome::equals);
  }

  private double counted(String outcome) {
    return registry.counter("libraryd.redriven", "outcome", outcome.split(" ", 2)[0]).count();
  }
}
