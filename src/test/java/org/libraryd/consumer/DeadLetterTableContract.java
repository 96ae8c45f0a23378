package org.libraryd.consumer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.libraryd.support.LoanRecords.event;

import java.time.Clock;
import java.util.List;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.libraryd.support.IntakeFixture;
import org.libraryd.support.LoanRecords;
import org.libraryd.wire.LoanEventDecoder;

/** A record that has a dead letter is judged again when it comes again; the row follows. */
abstract class DeadLetterTableContract extends IntakeFixture {
  private static final ConsumerRecord<byte[], byte[]> LETTER = event(9, "e9", "approved", "L");

  @ParameterizedTest(name = "{0} and now {1}: {2}")
  @CsvSource(
      textBlock =
          """
          DEAD,      REJECTED,  DUPLICATE, DEAD data-error 1
          DEAD,      PARKED,    PARKED,    PARKED - 1
          DEAD,      APPLIED,   APPLIED,   REDRIVEN data-error 1
          DEAD,      UNCHANGED, UNCHANGED, REDRIVEN data-error 1
          DEAD,      DUPLICATE, DUPLICATE, DEAD data-error 1
          DEAD,      IGNORED,   IGNORED,   DEAD data-error 1
          DISCARDED, REJECTED,  DUPLICATE, DISCARDED data-error 1
          DISCARDED, PARKED,    DUPLICATE, DISCARDED data-error 1
          DISCARDED, APPLIED,   DUPLICATE, DISCARDED data-error 1
          DISCARDED, UNCHANGED, DUPLICATE, DISCARDED data-error 1
          DISCARDED, DUPLICATE, DUPLICATE, DISCARDED data-error 1
          DISCARDED, IGNORED,   DUPLICATE, DISCARDED data-error 1
          """)
  void rowFollowsTheVerdict(String stored, String verdictNow, String outcome, String row) {
    refuse("consumed_event", "event_id <> 'e9'");
    assertThat(take(LETTER)).isEqualTo("REJECTED data-error");
    accept("consumed_event");
    database.update(
        "UPDATE dead_letter SET status = ?, parked_at = CURRENT_TIMESTAMP - INTERVAL '2' HOUR",
        stored);
    leadTo(verdictNow);
    List<String> loansBefore = loans();
    List<String> claimsBefore = claims();

    assertThat(take(handler, decoderThatIgnores(verdictNow), List.of(LETTER)))
        .containsExactly(outcome);

    assertThat(letters()).containsExactly("e9 " + row);
    assertThat(copies()).as("copies for the dead letter topic").isOne();
    if (outcome.equals("DUPLICATE") || outcome.equals("IGNORED")) {
      assertThat(loans()).isEqualTo(loansBefore);
      assertThat(claims()).isEqualTo(claimsBefore);
    } else {
      assertThat(claims()).contains("e9 " + outcome);
    }
    assertThat(count("dead_letter WHERE parked_at > CURRENT_TIMESTAMP - INTERVAL '1' HOUR"))
        .as("parked anew")
        .isEqualTo(outcome.equals("PARKED") ? 1 : 0);
  }

  @Test
  void recordAtTheSamePlaceOfATopicCreatedAnewIsAnotherOne() {
    take(LoanRecords.at(LoanRecords.TOPIC, 0, 7, 1_000, "e1", "garbage"));

    assertThat(take(LoanRecords.at(LoanRecords.TOPIC, 0, 7, 1_000, "e1", "garbage")))
        .isEqualTo("DUPLICATE");
    assertThat(take(LoanRecords.at(LoanRecords.TOPIC, 0, 7, 2_000, "e1", "garbage")))
        .isEqualTo("REJECTED malformed");
    assertThat(letters()).containsExactly("e1 DEAD malformed 1", "e1 DEAD malformed 1");
    assertThat(copies()).isEqualTo(2);
  }

  @Test
  void recordsOfAnotherPartitionAreTheirOwn() {
    take(LoanRecords.at(LoanRecords.TOPIC, 0, 7, "e1", "garbage"));

    assertThat(take(LoanRecords.at(LoanRecords.TOPIC, 1, 7, "e1", "garbage")))
        .isEqualTo("REJECTED malformed");
  }

  @Test
  void recordThatWasDeadParkedAndIsReleasedStaysAsRedriven() {
    refuse("consumed_event", "event_id <> 'e9'");
    take(LETTER);
    accept("consumed_event");
    assertThat(take(LETTER)).isEqualTo("PARKED");

    take(List.of(event(10, "e1", "created", "L"), event(11, "e2", "cancelled", "L")));

    assertThat(loans()).containsExactly("L APPROVED 2");
    assertThat(letters()).containsExactly("e9 REDRIVEN - 1", "e2 DEAD illegal-transition 1");
  }

  private LoanEventDecoder decoderThatIgnores(String verdictNow) {
    return verdictNow.equals("IGNORED")
        ? new LoanEventDecoder(Set.of("loan.approved"), Clock.systemUTC())
        : decoder;
  }
}
