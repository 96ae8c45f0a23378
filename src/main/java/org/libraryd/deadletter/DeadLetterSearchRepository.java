package org.libraryd.deadletter;

import jakarta.enterprise.context.ApplicationScoped;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.OffsetDateTime;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.libraryd.jdbc.Database;

/** SQL of dead_letter, a person's side. */
@ApplicationScoped
public class DeadLetterSearchRepository {
  private static final String FIND =
      """
      SELECT id, consumer, event_id, loan_id, reason, source_topic, source_partition,
             source_offset, attempts, first_seen_at,
             COALESCE(octet_length(record_key), 0) + COALESCE(octet_length(record_value), 0)
                 + octet_length(record_headers) AS bytes
        FROM dead_letter
       WHERE %s
       ORDER BY arrival
       LIMIT ?
      """;

  private static final String FIND_RECORDS =
      """
      SELECT id, source_topic, source_partition, source_offset, source_timestamp, record_key,
             record_value, record_headers
        FROM dead_letter
       WHERE id = ANY (?)
      """;

  private static final String LOCK_DEAD =
      """
      SELECT id, arrival, source_partition, source_offset, fingerprint, status, reason, detail,
             attempts
        FROM dead_letter
       WHERE id = ANY (?)
         AND status = 'DEAD'
       ORDER BY id
         FOR UPDATE SKIP LOCKED
      """;

  private static final String DISCARD =
      """
      UPDATE dead_letter
         SET status = 'DISCARDED', updated_at = CURRENT_TIMESTAMP
       WHERE id = ANY (?)
         AND status = 'DEAD'
      """;

  private final Database database;

  DeadLetterSearchRepository(Database database) {
    this.database = database;
  }

  /** Looks up what a filter means, in order of arrival; locks nothing. */
  public List<DeadLetterSummary> find(DeadLetterFilter filter) {
    return database.query(
        FIND.formatted(filter.where().sql()),
        DeadLetterSearchRepository::summary,
        filter.where().parametersAnd(filter.limit()));
  }

  /** The stored records by the id of their dead letter; those gone since are left out. */
  public Map<String, ConsumerRecord<byte[], byte[]>> records(Collection<DeadLetterSummary> rows) {
    Map<String, ConsumerRecord<byte[], byte[]>> records = new HashMap<>();
    database.query(
        FIND_RECORDS,
        row -> records.put(row.getString("id"), DeadLetterRepository.source(row)),
        (Object) ids(rows));
    return records;
  }

  /**
   * Settles rows as not to take effect, by a person's decision, as far as nobody else has changed
   * them since they were looked up, or has them locked.
   *
   * @return the ids of those that this call settled
   */
  public Set<String> discard(Collection<DeadLetterSummary> rows) {
    Set<String> mine =
        lock(rows).stream().map(DeadLetter.Stored::id).collect(Collectors.toUnmodifiableSet());
    database.update(DISCARD, (Object) mine.toArray(String[]::new));
    return mine;
  }

  /** Locks rows, as far as nobody else has changed them since they were looked up, or locked. */
  List<DeadLetter.Stored> lock(Collection<DeadLetterSummary> rows) {
    Map<String, Integer> attempts =
        rows.stream().collect(Collectors.toMap(DeadLetterSummary::id, DeadLetterSummary::attempts));
    return database.query(LOCK_DEAD, DeadLetterRepository::stored, (Object) ids(rows)).stream()
        .filter(row -> Integer.valueOf(row.attempts()).equals(attempts.get(row.id())))
        .toList();
  }

  private static DeadLetterSummary summary(ResultSet row) throws SQLException {
    return new DeadLetterSummary(
        row.getString("id"),
        row.getString("consumer"),
        row.getString("event_id"),
        row.getString("loan_id"),
        row.getString("reason"),
        row.getString("source_topic"),
        row.getInt("source_partition"),
        row.getLong("source_offset"),
        row.getInt("attempts"),
        row.getObject("first_seen_at", OffsetDateTime.class).toInstant(),
        row.getLong("bytes"));
  }

  private static String[] ids(Collection<DeadLetterSummary> rows) {
    return rows.stream().map(DeadLetterSummary::id).toArray(String[]::new);
  }
}
