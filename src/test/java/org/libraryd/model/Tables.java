package org.libraryd.model;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.libraryd.model.ReferenceModel.Loan;

/**
 * The four tables as they are at one moment, read whole.
 *
 * @param letters in order of arrival
 * @param outbox in order of id
 */
record Tables(
    List<Loan> loans, List<ClaimRow> claims, List<LetterRow> letters, List<OutboxRow> outbox) {

  record ClaimRow(String eventId, String consumer, String outcome, String loanId) {}

  record LetterRow(
      String id,
      String consumer,
      @Nullable String eventId,
      @Nullable String loanId,
      @Nullable String reason,
      String status,
      String topic,
      int partition,
      long offset,
      int attempts) {}

  record OutboxRow(
      long id,
      String eventId,
      String eventType,
      String topic,
      @Nullable String aggregateId,
      long version,
      @Nullable String payload,
      @Nullable String letterId,
      boolean published,
      @Nullable String quarantined) {}

  private interface Mapper<T> {
    T map(ResultSet row) throws SQLException;
  }

  static Tables read(Connection connection) throws SQLException {
    return new Tables(
        select(
            connection,
            "SELECT loan_id, book_id, member_id, status, version FROM loan ORDER BY loan_id",
            row ->
                new Loan(
                    row.getString(1),
                    row.getString(2),
                    row.getString(3),
                    Status.valueOf(row.getString(4)),
                    row.getInt(5))),
        select(
            connection,
            "SELECT event_id, consumer, outcome, loan_id FROM consumed_event ORDER BY event_id",
            row ->
                new ClaimRow(
                    row.getString(1), row.getString(2), row.getString(3), row.getString(4))),
        select(
            connection,
            """
            SELECT id, consumer, event_id, loan_id, reason, status,
                   source_topic, source_partition, source_offset, attempts
            FROM dead_letter
            ORDER BY arrival
            """,
            Tables::letter),
        select(
            connection,
            """
            SELECT id, event_id, event_type, topic, aggregate_id, aggregate_version,
                   payload, dead_letter_id, published, quarantined_reason
            FROM outbox
            ORDER BY id
            """,
            Tables::outboxRow));
  }

  List<OutboxRow> outboxFor(String topic) {
    return outbox.stream().filter(row -> row.topic().equals(topic)).toList();
  }

  List<ClaimRow> claimsOf(String consumer) {
    return claims.stream().filter(row -> row.consumer().equals(consumer)).toList();
  }

  List<LetterRow> lettersOf(String consumer) {
    return letters.stream().filter(row -> row.consumer().equals(consumer)).toList();
  }

  private static LetterRow letter(ResultSet row) throws SQLException {
    return new LetterRow(
        row.getString(1),
        row.getString(2),
        row.getString(3),
        row.getString(4),
        row.getString(5),
        row.getString(6),
        row.getString(7),
        row.getInt(8),
        row.getLong(9),
        row.getInt(10));
  }

  private static OutboxRow outboxRow(ResultSet row) throws SQLException {
    return new OutboxRow(
        row.getLong(1),
        row.getString(2),
        row.getString(3),
        row.getString(4),
        row.getString(5),
        row.getLong(6),
        row.getString(7),
        row.getString(8),
        row.getBoolean(9),
        row.getString(10));
  }

  private static <T> List<T> select(Connection connection, String sql, Mapper<T> mapper)
      throws SQLException {
    List<T> rows = new ArrayList<>();
    try (Statement statement = connection.createStatement();
        ResultSet found = statement.executeQuery(sql)) {
      while (found.next()) {
        rows.add(mapper.map(found));
      }
    }
    return rows;
  }
}
