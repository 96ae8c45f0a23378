package org.libraryd.deadletter;

import static org.libraryd.jdbc.Columns.Type.BYTES;
import static org.libraryd.jdbc.Columns.Type.INT4;
import static org.libraryd.jdbc.Columns.Type.INT8;
import static org.libraryd.jdbc.Columns.Type.TEXT;

import jakarta.enterprise.context.ApplicationScoped;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.record.TimestampType;
import org.jspecify.annotations.Nullable;
import org.libraryd.deadletter.DeadLetter.Status;
import org.libraryd.jdbc.BulkInsert;
import org.libraryd.jdbc.BulkUpdate;
import org.libraryd.jdbc.Columns;
import org.libraryd.jdbc.Database;
import org.libraryd.wire.HeaderBytes;
import org.libraryd.wire.LoanEventDecoder;

/** SQL of dead_letter, the intake's side. */
@ApplicationScoped
class DeadLetterRepository {
  private static final String FIND_STORED =
      """
      SELECT id, arrival, source_partition, source_offset, fingerprint, status, reason, detail,
             attempts
        FROM dead_letter
       WHERE consumer = ?
         AND source_topic = ?
         AND source_partition = ?
         AND source_offset BETWEEN ? AND ?
      """;

  private static final String FIND_PARKED =
      """
      SELECT id, arrival, source_partition, source_offset, fingerprint, status, reason, detail,
             attempts, source_topic, source_timestamp, record_key, record_value, record_headers
        FROM dead_letter
       WHERE consumer = ?
         AND status = 'PARKED'
         AND loan_id = ANY (?)
       ORDER BY arrival
      """;

  private static final String FIND_PARKED_BY_IDS =
      """
      SELECT id, arrival, source_partition, source_offset, fingerprint, status, reason, detail,
             attempts, source_topic, source_timestamp, record_key, record_value, record_headers
        FROM dead_letter
       WHERE consumer = ?
         AND status = 'PARKED'
         AND id = ANY (?)
       ORDER BY arrival
         FOR UPDATE SKIP LOCKED
      """;

  // While a loan is CREATED, its return and its falling overdue are still to come: they stay.
  private static final String FIND_LOANS_WITH_RELEASABLE =
      """
      SELECT DISTINCT letter.loan_id
        FROM dead_letter AS letter
        JOIN loan ON loan.loan_id = letter.loan_id
       WHERE letter.consumer = ?
         AND letter.status = 'PARKED'
         AND letter.loan_id > ?
         AND (loan.status <> 'CREATED'
              OR letter.event_type NOT IN ('loan.returned', 'loan.overdue'))
       ORDER BY letter.loan_id
       LIMIT ?
      """;

  private static final String FIND_PARKED_FOR =
      """
      SELECT id
        FROM dead_letter
       WHERE consumer = ?
         AND status = 'PARKED'
         AND parked_at <= CURRENT_TIMESTAMP - CAST(? AS BIGINT) * INTERVAL '1' SECOND
       ORDER BY arrival
       LIMIT ?
      """;

  // Two questions, as there is an index for each, which alone is read.
  private static final String COUNT_BY_STATUS =
      """
      SELECT status, COUNT(*)
        FROM dead_letter
       WHERE status <> 'PARKED'
       GROUP BY status
       UNION ALL
      SELECT 'PARKED', COUNT(*)
        FROM dead_letter
       WHERE status = 'PARKED'
      """;

  private static final String OLDEST_PARKED =
      """
      SELECT EXTRACT(EPOCH FROM CURRENT_TIMESTAMP) - EXTRACT(EPOCH FROM MIN(parked_at))
        FROM dead_letter
       WHERE status = 'PARKED'
      """;

  private static final BulkInsert<DeadLetter> INSERT =
      new BulkInsert<>(
          "dead_letter",
          "id",
          DeadLetter::id,
          new Columns<DeadLetter>()
              .add("id", TEXT, DeadLetter::id)
              .add("consumer", TEXT, DeadLetter::consumer)
              .add("event_id", TEXT, DeadLetter::eventId)
              .add("loan_id", TEXT, DeadLetter::loanId)
              .add("event_type", TEXT, DeadLetter::eventType)
              .add("reason", TEXT, DeadLetter::reason)
              .add("detail", TEXT, DeadLetter::detail)
              .add("status", TEXT, letter -> letter.status().name())
              .add("source_topic", TEXT, letter -> letter.source().topic())
              .add("source_partition", INT4, letter -> letter.source().partition())
              .add("source_offset", INT8, letter -> letter.source().offset())
              .add("source_timestamp", INT8, letter -> letter.source().timestamp())
              .add("fingerprint", TEXT, DeadLetter::fingerprint)
              .add("record_key", BYTES, letter -> letter.source().key())
              .add("record_value", BYTES, letter -> letter.source().value())
              .add("record_headers", BYTES, DeadLetterRepository::headers)
              .add("attempts", INT4, DeadLetter::attempts));

  private static final BulkUpdate<DeadLetter> UPDATE =
      new BulkUpdate<>(
          new Columns<DeadLetter>()
              .add("status", TEXT, letter -> letter.status().name())
              .add("reason", TEXT, DeadLetter::reason)
              .add("detail", TEXT, DeadLetter::detail)
              .add("attempts", INT4, DeadLetter::attempts)
              .add("event_id", TEXT, DeadLetter::eventId)
              .add("loan_id", TEXT, DeadLetter::loanId)
              .add("event_type", TEXT, DeadLetter::eventType)
              .add("id", TEXT, DeadLetter::id)
              .add("seen_status", TEXT, DeadLetterRepository::seenStatus)
              .add("seen_attempts", INT4, DeadLetter::storedAttempts),
          """
          UPDATE dead_letter AS letter
             SET status = input.status, reason = input.reason, detail = input.detail,
                 attempts = input.attempts,
                 event_id = COALESCE(input.event_id, letter.event_id),
                 loan_id = COALESCE(input.loan_id, letter.loan_id),
                 event_type = COALESCE(input.event_type, letter.event_type),
                 updated_at = CURRENT_TIMESTAMP
            FROM unnest(%s) AS input (status, reason, detail, attempts, event_id, loan_id,
                                      event_type, id, seen_status, seen_attempts)
           WHERE letter.id = input.id
             AND letter.status = input.seen_status
             AND letter.attempts = input.seen_attempts
          """,
          """
          UPDATE dead_letter
             SET status = ?, reason = ?, detail = ?, attempts = ?,
                 event_id = COALESCE(?, event_id),
                 loan_id = COALESCE(?, loan_id),
                 event_type = COALESCE(?, event_type),
                 updated_at = CURRENT_TIMESTAMP
           WHERE id = ?
             AND status = ?
             AND attempts = ?
          """);

  private static final String PARK_ANEW =
      """
      UPDATE dead_letter
         SET parked_at = CURRENT_TIMESTAMP
       WHERE id = ANY (?)
      """;

  private static final String DELETE_PARKED =
      """
      DELETE FROM dead_letter
       WHERE id = ANY (?)
         AND status = 'PARKED'
      """;

  private final Database database;
  private final LoanEventDecoder decoder;

  DeadLetterRepository(Database database, LoanEventDecoder decoder) {
    this.database = database;
    this.decoder = decoder;
  }

  List<DeadLetter.Stored> findStored(
      String consumer, TopicPartition partition, long first, long last) {
    return database.query(
        FIND_STORED,
        DeadLetterRepository::stored,
        consumer,
        partition.topic(),
        partition.partition(),
        first,
        last);
  }

  /** Parked events of these loans in order of arrival. */
  List<DeadLetter> findParked(String consumer, Collection<String> loanIds) {
    return database.query(
        FIND_PARKED, row -> parked(consumer, row), consumer, loanIds.toArray(String[]::new));
  }

  Map<Status, Long> countByStatus() {
    Map<Status, Long> counts = new EnumMap<>(Status.class);
    database.query(
        COUNT_BY_STATUS, row -> counts.put(Status.valueOf(row.getString(1)), row.getLong(2)));
    return counts;
  }

  /** Returns for how many seconds the oldest parked event has waited, 0 where none waits. */
  double oldestParkedSeconds() {
    return database.query(OLDEST_PARKED, row -> row.getDouble(1)).get(0);
  }

  List<DeadLetter> findParkedByIds(String consumer, Collection<String> ids) {
    return database.query(
        FIND_PARKED_BY_IDS, row -> parked(consumer, row), consumer, ids.toArray(String[]::new));
  }

  List<String> findLoansWithReleasable(String consumer, String afterLoanId, int limit) {
    return database.query(
        FIND_LOANS_WITH_RELEASABLE, row -> row.getString(1), consumer, afterLoanId, limit);
  }

  List<String> findParkedFor(String consumer, Duration least, int limit) {
    return database.query(
        FIND_PARKED_FOR, row -> row.getString(1), consumer, least.toSeconds(), limit);
  }

  /**
   * Returns how many went in; fewer than given means that another transaction stored some of them.
   */
  int insert(List<DeadLetter> letters) {
    return INSERT.insert(database, letters).size();
  }

  /**
   * Changes rows that still are as they were read: a row may die again without a new status.
   *
   * @return how many
   */
  int update(List<DeadLetter> letters) {
    List<DeadLetter> parkedAnew =
        letters.stream().filter(letter -> letter.status() == Status.PARKED).toList();
    if (!parkedAnew.isEmpty()) {
      database.update(PARK_ANEW, (Object) ids(parkedAnew));
    }
    return UPDATE.update(database, letters);
  }

  /**
   * Deletes rows that still are parked: whoever's count is 1 owns the event.
   *
   * @return how many
   */
  int deleteParked(List<DeadLetter> letters) {
    return letters.isEmpty() ? 0 : database.update(DELETE_PARKED, (Object) ids(letters));
  }

  private DeadLetter parked(String consumer, ResultSet row) throws SQLException {
    ConsumerRecord<byte[], byte[]> source = source(row);
    return DeadLetter.again(consumer, source, decoder.decode(source), stored(row));
  }

  static DeadLetter.Stored stored(ResultSet row) throws SQLException {
    return new DeadLetter.Stored(
        row.getString("id"),
        row.getLong("arrival"),
        row.getInt("source_partition"),
        row.getLong("source_offset"),
        row.getString("fingerprint"),
        Status.valueOf(row.getString("status")),
        row.getString("reason"),
        row.getString("detail"),
        row.getInt("attempts"));
  }

  static ConsumerRecord<byte[], byte[]> source(ResultSet row) throws SQLException {
    return new ConsumerRecord<>(
        row.getString("source_topic"),
        row.getInt("source_partition"),
        row.getLong("source_offset"),
        row.getLong("source_timestamp"),
        TimestampType.CREATE_TIME,
        ConsumerRecord.NULL_SIZE,
        ConsumerRecord.NULL_SIZE,
        row.getBytes("record_key"),
        row.getBytes("record_value"),
        HeaderBytes.decode(row.getBytes("record_headers")),
        Optional.empty());
  }

  private static byte[] headers(DeadLetter letter) {
    return HeaderBytes.encode(letter.source().headers());
  }

  private static String[] ids(List<DeadLetter> letters) {
    return letters.stream().map(DeadLetter::id).toArray(String[]::new);
  }

  private static @Nullable String seenStatus(DeadLetter letter) {
    Status stored = letter.stored();
    return stored == null ? null : stored.name();
  }
}
