package org.libraryd.consumer;

import static org.assertj.core.api.Assertions.assertThat;

import io.agroal.api.AgroalDataSource;
import jakarta.inject.Inject;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.record.TimestampType;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.libraryd.idempotency.Deliveries;
import org.libraryd.idempotency.IdempotentHandler;
import org.libraryd.loan.LoanEventHandler;
import org.libraryd.model.CorpusShape;
import org.libraryd.model.EventCorpus;
import org.libraryd.model.ReferenceModel;
import org.libraryd.wire.LoanEventDecoder;

/**
 * A batch leaves the tables as its records handled one by one in order would: random corpora in
 * batches of 1, 7 and 500, against an independent model that knows no batch.
 */
abstract class BatchEquivalenceContract {
  private static final String TOPIC = "libraryd.loan";
  private static final int RECORDS = 3_000;

  @Inject AgroalDataSource dataSource;
  @Inject Flyway flyway;
  @Inject IntakeFactory parts;
  @Inject LoanEventHandler handler;
  @Inject LoanEventDecoder decoder;

  @BeforeEach
  void empty() throws SQLException {
    flyway.migrate();
    try (Connection connection = dataSource.getConnection();
        Statement statement = connection.createStatement()) {
      for (String table : List.of("outbox", "dead_letter", "loan", "consumed_event")) {
        statement.executeUpdate("DELETE FROM " + table);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 7, 500})
  void aBatchLeavesTheTablesAsItsRecordsOneByOneWould(int batchSize) throws SQLException {
    EventCorpus corpus =
        EventCorpus.generate(
            EventCorpus.seed(), RECORDS, CorpusShape.dense(TOPIC).withParkingPerLoan(100));
    List<String> verdicts = new ArrayList<>();
    Intake intake =
        parts.intakeFor("lifecycle", LoanEventHandler.CONSUMER, recording(verdicts), decoder);

    List<ConsumerRecord<byte[], byte[]>> records = records(corpus);
    for (int from = 0; from < records.size(); from += batchSize) {
      intake
          .take(batch(records.subList(from, Math.min(from + batchSize, records.size()))))
          .toCompletableFuture()
          .join();
    }

    assertThat(verdicts)
        .as(corpus.toString())
        .isEqualTo(corpus.items().stream().map(item -> item.verdict().toString()).toList());
    assertThat(loans()).as(corpus.toString()).isEqualTo(loans(corpus.model()));
    assertThat(claims()).as(corpus.toString()).isEqualTo(claims(corpus.model()));
    assertThat(letters()).as(corpus.toString()).isEqualTo(letters(corpus.model()));
    assertThat(changes()).as(corpus.toString()).isEqualTo(changes(corpus.model()));
    assertThat(count("SELECT COUNT(*) FROM outbox WHERE dead_letter_id IS NOT NULL"))
        .as(corpus.toString())
        .isEqualTo(corpus.model().deadLetterCopies().size());
  }

  private IdempotentHandler recording(List<String> verdicts) {
    return (Deliveries deliveries) -> {
      handler.handle(deliveries);
      deliveries
          .verdicts()
          .forEach(
              verdict ->
                  verdicts.add(
                      verdict.reason() == null
                          ? verdict.outcome().name()
                          : verdict.outcome() + " " + verdict.reason().label()));
    };
  }

  private static List<ConsumerRecord<byte[], byte[]>> records(EventCorpus corpus) {
    List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
    for (EventCorpus.Item item : corpus.items()) {
      records.add(
          new ConsumerRecord<>(
              TOPIC,
              item.arrival().source().partition(),
              item.arrival().source().offset(),
              1_700_000_000_000L,
              TimestampType.CREATE_TIME,
              ConsumerRecord.NULL_SIZE,
              ConsumerRecord.NULL_SIZE,
              item.sent().key(),
              item.sent().value(),
              item.sent().headers(),
              Optional.empty()));
    }
    return records;
  }

  private static ConsumerRecords<byte[], byte[]> batch(
      List<ConsumerRecord<byte[], byte[]>> records) {
    Map<TopicPartition, List<ConsumerRecord<byte[], byte[]>>> byPartition = new HashMap<>();
    records.forEach(
        record ->
            byPartition
                .computeIfAbsent(
                    new TopicPartition(record.topic(), record.partition()),
                    key -> new ArrayList<>())
                .add(record));
    return new ConsumerRecords<>(byPartition, Map.of());
  }

  private List<String> loans() throws SQLException {
    return select("SELECT loan_id, book_id, member_id, status, version FROM loan", 5);
  }

  private static List<String> loans(ReferenceModel model) {
    return model.loans().values().stream()
        .map(
            loan ->
                String.join(
                    " ",
                    loan.loanId(),
                    loan.bookId(),
                    loan.memberId(),
                    loan.status().name(),
                    Integer.toString(loan.version())))
        .sorted()
        .toList();
  }

  private List<String> claims() throws SQLException {
    return select("SELECT event_id, outcome, loan_id FROM consumed_event", 3);
  }

  private static List<String> claims(ReferenceModel model) {
    return model.claims().values().stream()
        .map(
            claim ->
                String.join(" ", claim.eventId(), claim.outcome().name(), claim.content().loanId()))
        .sorted()
        .toList();
  }

  private List<String> letters() throws SQLException {
    return select(
        "SELECT source_partition, source_offset, status, attempts,"
            + " CASE status WHEN 'DEAD' THEN reason ELSE '' END FROM dead_letter",
        5);
  }

  private static List<String> letters(ReferenceModel model) {
    return model.deadLetters().stream()
        .map(
            letter ->
                String.join(
                    " ",
                    Integer.toString(letter.source().partition()),
                    Long.toString(letter.source().offset()),
                    letter.status().name(),
                    Integer.toString(letter.attempts()),
                    letter.status() == ReferenceModel.LetterStatus.DEAD
                        ? String.valueOf(letter.reason())
                        : ""))
        .sorted()
        .toList();
  }

  /** By loan, in the order of the outbox: type and version. */
  private Map<String, List<String>> changes() throws SQLException {
    Map<String, List<String>> changes = new TreeMap<>();
    try (Connection connection = dataSource.getConnection();
        Statement statement = connection.createStatement();
        ResultSet row =
            statement.executeQuery(
                "SELECT aggregate_id, event_type, aggregate_version FROM outbox"
                    + " WHERE dead_letter_id IS NULL ORDER BY id")) {
      while (row.next()) {
        changes
            .computeIfAbsent(row.getString(1), key -> new ArrayList<>())
            .add(row.getString(2) + " " + row.getLong(3));
      }
    }
    return changes;
  }

  private static Map<String, List<String>> changes(ReferenceModel model) {
    Map<String, List<String>> changes = new TreeMap<>();
    model
        .changes()
        .forEach(
            (loanId, list) ->
                changes.put(
                    loanId,
                    list.stream()
                        .map(
                            change ->
                                change.cause().kind().wireName() + " " + change.after().version())
                        .toList()));
    return changes;
  }

  private int count(String sql) throws SQLException {
    return Integer.parseInt(select(sql, 1).get(0));
  }

  private List<String> select(String sql, int columns) throws SQLException {
    List<String> rows = new ArrayList<>();
    try (Connection connection = dataSource.getConnection();
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      while (row.next()) {
        List<String> values = new ArrayList<>();
        for (int column = 1; column <= columns; column++) {
          values.add(row.getString(column));
        }
        rows.add(String.join(" ", values));
      }
    }
    rows.sort(null);
    return rows;
  }
}
