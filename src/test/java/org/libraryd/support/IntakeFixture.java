package org.libraryd.support;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.inject.Inject;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.BeforeEach;
import org.libraryd.consumer.IntakeFactory;
import org.libraryd.idempotency.Deliveries;
import org.libraryd.idempotency.IdempotentHandler;
import org.libraryd.idempotency.Verdict;
import org.libraryd.jdbc.Database;
import org.libraryd.loan.LoanEventHandler;
import org.libraryd.wire.Delivery;
import org.libraryd.wire.LoanEventDecoder;

/** Empty tables, and the intake as it is, without the channel before it. */
public abstract class IntakeFixture {
  @Inject protected Database database;
  @Inject protected IntakeFactory parts;
  @Inject protected LoanEventHandler handler;
  @Inject protected LoanEventDecoder decoder;

  @BeforeEach
  protected void empty() {
    for (String table :
        List.of("outbox", "dead_letter", "loan", "consumed_event", "intake_position")) {
      accept(table);
      database.update("DELETE FROM " + table);
    }
  }

  /** Takes a batch in and returns the verdicts in words, such as {@code REJECTED id-reuse}. */
  protected List<String> take(List<ConsumerRecord<byte[], byte[]>> records) {
    return take(handler, records);
  }

  /** Takes a record in, alone. */
  protected String take(ConsumerRecord<byte[], byte[]> record) {
    return take(List.of(record)).get(0);
  }

  /** Takes a batch in, with another handler around or instead of the service's. */
  protected List<String> take(
      IdempotentHandler with, List<ConsumerRecord<byte[], byte[]>> records) {
    return take(with, decoder, records);
  }

  protected List<String> take(
      IdempotentHandler with,
      LoanEventDecoder decodes,
      List<ConsumerRecord<byte[], byte[]>> records) {
    List<String> words = new ArrayList<>();
    IdempotentHandler recording =
        deliveries -> {
          with.handle(deliveries);
          deliveries.verdicts().forEach(verdict -> words.add(word(verdict)));
        };
    parts
        .intakeFor("lifecycle", LoanEventHandler.CONSUMER, recording, decodes)
        .take(LoanRecords.batch(records))
        .toCompletableFuture()
        .join();
    return words;
  }

  /** Leads the loan L to where the approval e9 gets this verdict. */
  protected void leadTo(String verdict) {
    switch (verdict) {
      case "APPLIED" -> take(LoanRecords.event(1, "e1", "created", "L"));
      case "UNCHANGED" -> takeCreatedAnd("e2", "approved");
      case "REJECTED" -> takeCreatedAnd("e2", "cancelled");
      case "DUPLICATE" -> takeCreatedAnd("e9", "approved");
      case "REUSED" -> take(LoanRecords.event(1, "e9", "created", "L"));
      default -> assertThat(verdict).isIn("PARKED", "IGNORED");
    }
  }

  private void takeCreatedAnd(String eventId, String type) {
    take(
        List.of(
            LoanRecords.event(1, "e1", "created", "L"), LoanRecords.event(2, eventId, type, "L")));
  }

  /** A batch as the intake hands it to a handler. */
  protected Deliveries deliveries(List<ConsumerRecord<byte[], byte[]>> records) {
    return Deliveries.of(records.stream().map(this::delivery).toList());
  }

  protected Delivery delivery(ConsumerRecord<byte[], byte[]> record) {
    return new Delivery(record, decoder.decode(record));
  }

  protected static String word(Verdict verdict) {
    return verdict.reason() == null
        ? verdict.outcome().name()
        : verdict.outcome() + " " + verdict.reason().label();
  }

  /** Lets the database refuse rows of a table that do not fulfil the condition: a data error. */
  protected void refuse(String table, String unless) {
    database.update(
        "ALTER TABLE %1$s ADD CONSTRAINT %1$s_refused_by_test CHECK (%2$s)"
            .formatted(table, unless));
  }

  /** Lets the database take all rows of a table again. */
  protected void accept(String table) {
    database.update(
        "ALTER TABLE %1$s DROP CONSTRAINT IF EXISTS %1$s_refused_by_test".formatted(table));
  }

  /** The first columns of the rows, joined by blanks; null is {@code -}. */
  protected List<String> rows(int columns, String query) {
    return database.query(
        query,
        row -> {
          List<String> values = new ArrayList<>();
          for (int column = 1; column <= columns; column++) {
            String value = row.getString(column);
            values.add(value == null ? "-" : value);
          }
          return String.join(" ", values);
        });
  }

  protected long count(String from) {
    return database.query("SELECT count(*) FROM " + from, row -> row.getLong(1)).get(0);
  }

  /** Status and version of each loan by id. */
  protected List<String> loans() {
    return rows(3, "SELECT loan_id, status, version FROM loan ORDER BY loan_id");
  }

  /** Outcome of each claim of the lifecycle consumer by event id. */
  protected List<String> claims() {
    return rows(
        2,
        "SELECT event_id, outcome FROM consumed_event WHERE consumer = 'loan-lifecycle'"
            + " ORDER BY event_id");
  }

  /** Status, reason and attempts of each dead letter in order of arrival. */
  protected List<String> letters() {
    return rows(4, "SELECT event_id, status, reason, attempts FROM dead_letter ORDER BY arrival");
  }

  /** Type and version of each change in the outbox, in order. */
  protected List<String> changes(String loanId) {
    return database.query(
        "SELECT event_type, aggregate_version FROM outbox"
            + " WHERE aggregate_id = ? AND dead_letter_id IS NULL ORDER BY id",
        row -> row.getString(1) + " " + row.getLong(2),
        loanId);
  }

  /** How many copies are on their way to the dead letter topic. */
  protected long copies() {
    return count("outbox WHERE dead_letter_id IS NOT NULL");
  }
}
