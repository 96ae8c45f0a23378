package org.libraryd.redrive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.libraryd.support.LoanRecords.event;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;
import org.libraryd.deadletter.DeadLetterFilter;
import org.libraryd.deadletter.DeadLetterSummary;
import org.libraryd.idempotency.Deliveries;
import org.libraryd.support.LoanRecords;
import org.libraryd.support.Threads;
import org.libraryd.wire.Decoded;
import org.libraryd.wire.LoanEvent;
import org.libraryd.wire.Reason;

/** Whoever asks, how often and for what: each row once, no row for another, none by accident. */
abstract class RedriveSafetyContract extends RedriveFixture {
  private static final int ROUNDS = 5;

  @Test
  void dryRunTellsWhatWouldHappenAndChangesNothing() {
    take(List.of(event(1, "e1", "created", "L"), event(2, "e2", "approved", "waits")));
    die(
        List.of(
            event(3, "e3", "approved", "L"),
            event(4, "e4", "returned", "L"),
            event(5, "e5", "overdue", "L"),
            event(6, "e6", "created", "waits"),
            event(7, "e7", "approved", "nobody"),
            event(8, "e1", "created", "L"),
            LoanRecords.at(LoanRecords.TOPIC, 0, 9, "e9", "garbage")));
    Map<String, List<String>> before = everything();

    RedriveReport<DeadLetterSummary> dry =
        redrive.redrive(DeadLetterFilter.all(), RedriveOptions.DRY_RUN);
    RedriveReport<DeadLetterSummary> dryDiscard =
        redrive.discard(DeadLetterFilter.all(), RedriveOptions.DRY_RUN);

    assertThat(everything()).isEqualTo(before);
    assertThat(words(dryDiscard)).hasSize(7).containsOnly("DISCARDED");
    assertThat(words(dry))
        .containsExactly(
            "APPLIED",
            "APPLIED",
            "REJECTED terminal-state",
            "APPLIED",
            "PARKED",
            "DUPLICATE",
            "REJECTED malformed");
    assertThat(redrive()).isEqualTo(dry);
    assertThat(loans()).containsExactly("L RETURNED 3", "waits APPROVED 2");
  }

  @Test
  void sameRequestFromTwoThreadsHasOneEffect() throws Exception {
    for (int round = 0; round < ROUNDS; round++) {
      empty();
      List<ConsumerRecord<byte[], byte[]>> events = new ArrayList<>();
      for (int i = 0; i < 50; i++) {
        events.add(event(3L * i, "c" + i, "created", "L" + i));
        events.add(event(3L * i + 1, "o" + i, "overdue", "late" + i));
        events.add(LoanRecords.at(LoanRecords.TOPIC, 0, 3L * i + 2, "g" + i, "garbage"));
      }
      die(events);
      DeadLetterFilter filter = DeadLetterFilter.all().attempts(1);

      List<RedriveReport<DeadLetterSummary>> reports =
          Threads.together(
              List.of(
                  () -> redrive.redrive(filter, RedriveOptions.REAL),
                  () -> redrive.redrive(filter, RedriveOptions.REAL)));

      assertThat(sum(reports, RedriveOutcome.APPLIED)).isEqualTo(50);
      assertThat(sum(reports, RedriveOutcome.PARKED)).isEqualTo(50);
      assertThat(sum(reports, RedriveOutcome.REJECTED)).isEqualTo(50);
      assertThat(sum(reports, RedriveOutcome.FAILED)).isZero();
      assertThat(count("loan WHERE version = 1")).isEqualTo(50);
      assertThat(count("dead_letter WHERE status = 'DEAD' AND attempts = 2")).isEqualTo(50);
      assertThat(count("dead_letter WHERE status = 'PARKED' AND attempts = 1")).isEqualTo(50);
      assertThat(copies()).isEqualTo(200);
      assertThat(words(redrive.redrive(filter, RedriveOptions.REAL))).isEmpty();
    }
  }

  @Test
  void discardAndRedriveAtOnceLeaveOneDecision() throws Exception {
    for (int round = 0; round < ROUNDS; round++) {
      empty();
      List<ConsumerRecord<byte[], byte[]>> events = new ArrayList<>();
      for (int i = 0; i < 50; i++) {
        events.add(event(i, "c" + i, "created", "L" + i));
      }
      die(events);

      List<RedriveReport<DeadLetterSummary>> reports =
          Threads.together(
              List.of(
                  () -> redrive.redrive(DeadLetterFilter.all(), RedriveOptions.REAL),
                  () -> redrive.discard(DeadLetterFilter.all(), RedriveOptions.REAL)));

      long applied = sum(reports, RedriveOutcome.APPLIED);
      assertThat(applied + sum(reports, RedriveOutcome.DISCARDED)).isEqualTo(50);
      assertThat(count("loan")).isEqualTo(applied);
      assertThat(count("consumed_event")).isEqualTo(applied);
      assertThat(count("dead_letter WHERE status = 'REDRIVEN'")).isEqualTo(applied);
      assertThat(count("dead_letter WHERE status = 'DISCARDED'")).isEqualTo(50 - applied);
    }
  }

  @Test
  void rowThatSomebodyElseChangedMeanwhileIsLeftToThem() {
    die(List.of(event(1, "e1", "created", "L"), event(2, "e2", "created", "other")));
    Redrive ours =
        redriveBy(
            new Scripted() {
              @Override
              public Decoded decode(ConsumerRecord<byte[], byte[]> source) {
                database.update("UPDATE dead_letter SET attempts = 2 WHERE source_offset = 1");
                return super.decode(source);
              }
            });

    assertThat(words(ours.redrive(DeadLetterFilter.all(), RedriveOptions.REAL)))
        .containsExactly("CHANGED", "APPLIED");
    assertThat(claims()).containsExactly("e2 APPLIED");
    assertThat(loans()).containsExactly("other CREATED 1");
    assertThat(rows(2, "SELECT status, attempts FROM dead_letter ORDER BY arrival"))
        .containsExactly("DEAD 2", "REDRIVEN 1");
  }

  @Test
  void rowThatTheDatabaseRefusesIsRejectedAgainAndItsNeighboursGo() {
    die(
        List.of(
            event(1, "e1", "created", "one"),
            event(2, "e2", "created", "bad"),
            event(3, "e3", "created", "two")));
    refuse("loan", "loan_id <> 'bad'");

    assertThat(words(redrive())).containsExactly("APPLIED", "REJECTED data-error", "APPLIED");
    assertThat(letters().get(1)).isEqualTo("e2 DEAD data-error 2");

    accept("loan");
    assertThat(words(redrive())).containsExactly("APPLIED");
    assertThat(letters()).last().isEqualTo("e3 REDRIVEN stuck 1");
  }

  @Test
  void rowThatFailsForAnotherReasonStaysAsItWasAndItsNeighboursGo() {
    die(
        List.of(
            event(1, "e1", "created", "one"),
            event(2, "e2", "created", "bad"),
            event(3, "e3", "created", "two")));
    Redrive ours =
        redriveBy(
            new Scripted() {
              @Override
              public Set<String> redrive(
                  Deliveries deliveries, Collection<DeadLetterSummary> rows) {
                Set<String> mine = super.redrive(deliveries, rows);
                if (deliveries.all().stream().anyMatch(one -> isOf("bad", one.decoded()))) {
                  throw new IllegalStateException("after the effect");
                }
                return mine;
              }
            });

    assertThat(words(ours.redrive(DeadLetterFilter.all(), RedriveOptions.REAL)))
        .containsExactly("APPLIED", "FAILED IllegalStateException: after the effect", "APPLIED");
    assertThat(rows(2, "SELECT status, attempts FROM dead_letter ORDER BY arrival"))
        .containsExactly("REDRIVEN 1", "DEAD 1", "REDRIVEN 1");
    assertThat(claims()).containsExactly("e1 APPLIED", "e3 APPLIED");
  }

  @Test
  void filterMeansWhatItSays() {
    take(LoanRecords.at(LoanRecords.TOPIC, 0, 1, "e1", "garbage"));
    take(LoanRecords.at(LoanRecords.TOPIC, 1, 1, "e2", LoanRecords.json("lost", "L", "M")));
    take(
        List.of(
            event(5, "e3", "created", "L"),
            event(6, "e4", "approved", "L"),
            event(7, "e5", "cancelled", "L")));
    database.update(
        "UPDATE dead_letter SET first_seen_at = CURRENT_TIMESTAMP - INTERVAL '2' HOUR"
            + " WHERE event_id = 'e1'");
    Instant hourAgo = Instant.now().minusSeconds(3_600);
    DeadLetterFilter all = DeadLetterFilter.all();

    assertThat(found(all)).containsExactly("e1", "e2", "e5");
    assertThat(found(all.limit(2))).containsExactly("e1", "e2");
    assertThat(found(all.reason(Reason.MALFORMED))).containsExactly("e1");
    assertThat(found(all.loan("L"))).containsExactly("e2", "e5");
    assertThat(found(all.partition(1))).containsExactly("e2");
    assertThat(found(all.topic(LoanRecords.TOPIC).partition(0).offsets(1, 6)))
        .containsExactly("e1");
    assertThat(found(all.topic("other"))).isEmpty();
    assertThat(found(all.consumer("loan-notice"))).isEmpty();
    assertThat(found(all.firstSeen(Instant.EPOCH, hourAgo))).containsExactly("e1");
    assertThat(found(all.firstSeen(hourAgo, Instant.now().plusSeconds(60))))
        .containsExactly("e2", "e5");
    assertThat(found(all.attempts(2))).isEmpty();
    assertThat(found(all.ids(rows(1, "SELECT id FROM dead_letter WHERE event_id = 'e5'"))))
        .containsExactly("e5");
  }

  private List<String> found(DeadLetterFilter filter) {
    return search.find(filter).stream().map(row -> String.valueOf(row.eventId())).toList();
  }

  private static boolean isOf(String loanId, Decoded decoded) {
    return decoded instanceof Decoded.Accepted accepted && isOf(loanId, accepted.event());
  }

  private static boolean isOf(String loanId, LoanEvent event) {
    return event.loanId().equals(loanId);
  }

  private static long sum(List<RedriveReport<DeadLetterSummary>> reports, RedriveOutcome outcome) {
    return reports.stream().mapToLong(report -> report.counts().getOrDefault(outcome, 0L)).sum();
  }
}
