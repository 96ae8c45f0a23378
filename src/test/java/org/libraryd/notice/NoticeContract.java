package org.libraryd.notice;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.inject.Inject;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.eclipse.microprofile.reactive.messaging.Message;
import org.junit.jupiter.api.Test;
import org.libraryd.support.IntakeFixture;
import org.libraryd.support.LoanRecords;

/** The member is told of each change once, however often the relay repeats itself. */
abstract class NoticeContract extends IntakeFixture {
  private static final String TOPIC = "libraryd.loan.changed";

  @Inject NoticeConsumer consumer;

  @Test
  void approvalsReturnsAndOverdueLoansAreToldOncePerEventId() {
    takeChanges(
        List.of(
            change(1, "c1", "created"),
            change(2, "c2", "approved"),
            change(3, "c3", "overdue"),
            change(4, "c4", "returned"),
            change(5, "c5", "cancelled")));
    takeChanges(List.of(change(6, "c2", "approved"), change(7, "c3", "overdue")));
    takeChanges(List.of(change(3, "c3", "overdue"), change(4, "c4", "returned")));

    assertThat(rows(1, "SELECT event_type FROM outbox ORDER BY id"))
        .containsExactly("loan.approved", "loan.overdue", "loan.returned");
    assertThat(rows(1, "SELECT lane FROM outbox")).containsOnly("notice/M-1");
    assertThat(rows(1, "SELECT topic FROM outbox")).containsOnly("libraryd.notice");
    assertThat(rows(1, "SELECT payload FROM outbox ORDER BY id").get(0))
        .isEqualTo(
            "{\"kind\":\"approved\",\"loanId\":\"L\",\"bookId\":\"B-1\",\"memberId\":\"M-1\","
                + "\"occurredAt\":\"2026-01-01T00:00:00Z\"}");
    assertThat(rows(3, "SELECT event_id, consumer, outcome FROM consumed_event ORDER BY event_id"))
        .containsExactly(
            "c2 loan-notice APPLIED", "c3 loan-notice APPLIED", "c4 loan-notice APPLIED");
    assertThat(count("dead_letter")).isZero();
  }

  @Test
  void changeWithoutAMemberIsRejectedToTheDeadLetterTopic() {
    takeChanges(
        List.of(
            LoanRecords.at(
                TOPIC,
                0,
                1,
                "c1",
                "{\"type\":\"loan.approved\",\"loanId\":\"L\","
                    + "\"occurredAt\":\"2026-01-01T00:00:00Z\"}"),
            change(2, "c2", "returned")));

    assertThat(letters()).containsExactly("c1 DEAD invalid-field 1");
    assertThat(rows(2, "SELECT consumer, source_topic FROM dead_letter"))
        .containsExactly("loan-notice " + TOPIC);
    assertThat(rows(1, "SELECT topic FROM outbox ORDER BY topic"))
        .containsExactly("libraryd.loan.dlq", "libraryd.notice");
    assertThat(rows(1, "SELECT event_id FROM consumed_event")).containsExactly("c2");
  }

  @Test
  void bothConsumersShareTheTablesAndStealNothing() {
    assertThat(take(LoanRecords.event(1, "e1", "created", "L"))).isEqualTo("APPLIED");
    takeChanges(List.of(change(1, "e1", "approved"), change(2, "e2", "overdue")));
    assertThat(take(LoanRecords.event(2, "e2", "approved", "L"))).isEqualTo("APPLIED");

    assertThat(rows(2, "SELECT event_id, consumer FROM consumed_event ORDER BY event_id, consumer"))
        .containsExactly(
            "e1 loan-lifecycle", "e1 loan-notice", "e2 loan-lifecycle", "e2 loan-notice");
    assertThat(loans()).containsExactly("L APPROVED 2");
  }

  @Test
  void sameGarbageOnBothTopicsIsADeadLetterOfEachConsumer() {
    take(LoanRecords.at(LoanRecords.TOPIC, 0, 1, "e1", "garbage"));
    takeChanges(List.of(LoanRecords.at(TOPIC, 0, 1, "e1", "garbage")));
    takeChanges(List.of(LoanRecords.at(TOPIC, 0, 1, "e1", "garbage")));

    assertThat(rows(1, "SELECT consumer FROM dead_letter ORDER BY consumer"))
        .containsExactly("loan-lifecycle", "loan-notice");
    assertThat(copies()).isEqualTo(2);
  }

  @Test
  void noticeWhoseClaimWasPrunedIsNotSentAgain() {
    takeChanges(List.of(change(1, "c1", "approved")));
    database.update("DELETE FROM consumed_event");

    takeChanges(List.of(change(2, "c1", "approved"), change(3, "c2", "overdue")));

    assertThat(rows(1, "SELECT event_type FROM outbox ORDER BY id"))
        .containsExactly("loan.approved", "loan.overdue");
    assertThat(count("consumed_event")).isEqualTo(2);
  }

  private void takeChanges(List<ConsumerRecord<byte[], byte[]>> records) {
    consumer.onBatch(Message.of(LoanRecords.batch(records)));
  }

  private static ConsumerRecord<byte[], byte[]> change(long offset, String eventId, String type) {
    return LoanRecords.at(TOPIC, 0, offset, eventId, LoanRecords.json(type, "L", "M-1"));
  }
}
