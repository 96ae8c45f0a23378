package org.libraryd.relay;

import static java.nio.charset.StandardCharsets.UTF_8;

import jakarta.enterprise.context.ApplicationScoped;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.libraryd.jdbc.Database;
import org.libraryd.jdbc.Dialect;

/** SQL of outbox, the relay's side. */
@ApplicationScoped
class UnsentRepository {
  private static final String BACKLOG_POSTGRESQL =
      "WITH RECURSIVE " + UnsentIndex.DUE + "SELECT topic, shard FROM due";

  private static final String BACKLOG_H2 =
      "SELECT DISTINCT topic, shard FROM outbox WHERE published = FALSE";

  private static final String LOCK =
      "SELECT shard FROM outbox_shard WHERE shard = ANY (?) ORDER BY shard FOR UPDATE SKIP LOCKED";

  private static final String COLUMNS =
      """
      o.id, o.event_id, o.event_type, o.topic, o.message_key, o.lane, o.aggregate_id,
      o.aggregate_version, o.payload, o.headers, o.dead_letter_id, o.attempts,
      octet_length(o.headers) + coalesce(octet_length(o.payload), 0)
          + coalesce(octet_length(d.record_key), 0) + coalesce(octet_length(d.record_value), 0)
          + coalesce(octet_length(d.record_headers), 0) AS size
      """;

  // OFFSET 0 keeps the anti-join a probe of the few rows that hold a lane, row by row; H2 would
  // take the index of all unsent rows for it, and needs telling.
  private static final String SENDABLE =
      """
      o.quarantined_reason IS NULL
          AND (o.next_attempt_at IS NULL OR o.next_attempt_at <= CURRENT_TIMESTAMP)
          AND NOT EXISTS (
              SELECT 1 FROM outbox held%s
              WHERE held.lane = o.lane AND %s AND held.id < o.id
                AND (held.next_attempt_at IS NOT NULL OR held.quarantined_reason IS NOT NULL)
              OFFSET 0)
      """;

  private static final String READ_POSTGRESQL =
      "SELECT "
          + COLUMNS
          + """
          FROM unnest(?::text[], ?::int2[]) AS due (topic, shard) CROSS JOIN LATERAL (
              SELECT * FROM outbox o WHERE
          """
          + UnsentIndex.OF_DUE
          + " AND "
          + SENDABLE.formatted("", "held.discarded_at IS NULL")
          + " ORDER BY "
          + UnsentIndex.ORDER
          + """
               LIMIT ?) o
          LEFT JOIN dead_letter d ON d.id = o.dead_letter_id
          ORDER BY o.id
          """;

  private static final String READ_H2 =
      "SELECT "
          + COLUMNS
          + """
          FROM outbox o LEFT JOIN dead_letter d ON d.id = o.dead_letter_id
          WHERE o.published = FALSE AND o.topic = ANY (?) AND o.shard = ANY (?) AND
          """
          + SENDABLE.formatted(" USE INDEX (outbox_held)", "held.published = FALSE")
          + "ORDER BY o.published, o.id LIMIT ?";

  private final Database database;

  UnsentRepository(Database database) {
    this.database = database;
  }

  /** Where unsent rows are, held ones included. */
  List<Backlog> backlog() {
    return database.query(
        postgres() ? BACKLOG_POSTGRESQL : BACKLOG_H2,
        row -> new Backlog(row.getString(1), row.getShort(2)));
  }

  /** Locks those of the shards that are free, until the end of the transaction. */
  Set<Short> lock(Set<Short> shards) {
    return Set.copyOf(
        database.query(LOCK, row -> row.getShort(1), (Object) shards.toArray(Short[]::new)));
  }

  /**
   * Reads sendable rows in order of id. Must be a statement of its own after {@link #lock}: a
   * snapshot older than the lock shows rows as unsent that the lock's last owner has sent.
   *
   * @param perShard how many rows at most per topic and shard on PostgreSQL
   * @param total how many at most on H2
   */
  List<OutboxRow> read(List<Backlog> due, int perShard, int total) {
    String[] topics = due.stream().map(Backlog::topic).toArray(String[]::new);
    Short[] shards = due.stream().map(Backlog::shard).toArray(Short[]::new);
    return database.query(
        postgres() ? READ_POSTGRESQL : READ_H2,
        UnsentRepository::row,
        topics,
        shards,
        postgres() ? perShard : total);
  }

  /** The raw records of dead letters by their id. */
  Map<String, RawRecord> deadLetters(Collection<String> ids) {
    Map<String, RawRecord> records = new HashMap<>();
    if (!ids.isEmpty()) {
      database.query(
          "SELECT id, record_key, record_value, record_headers FROM dead_letter WHERE id = ANY (?)",
          row -> records.put(row.getString(1), rawRecord(row)),
          (Object) ids.toArray(String[]::new));
    }
    return records;
  }

  void publish(Collection<Long> ids) {
    if (!ids.isEmpty()) {
      database.update(
          "UPDATE outbox SET published = TRUE, published_at = CURRENT_TIMESTAMP,"
              + " next_attempt_at = NULL WHERE id = ANY (?)",
          (Object) ids.toArray(Long[]::new));
    }
  }

  /**
   * Lets rows wait, and their lanes with them.
   *
   * @param suspect whether a failure of their own is counted, so that they go alone from now on
   */
  void postpone(Collection<Long> ids, boolean suspect, Duration delay) {
    if (!ids.isEmpty()) {
      database.update(
          "UPDATE outbox SET attempts = attempts + ?,"
              + " next_attempt_at = CURRENT_TIMESTAMP + CAST(? AS INTEGER) * INTERVAL '1' SECOND WHERE id = ANY (?)",
          suspect ? 1 : 0,
          delay.toSeconds(),
          ids.toArray(Long[]::new));
    }
  }

  /** Takes a row out; its lane is held until the row is released. */
  void quarantine(long id, String reason) {
    database.update(
        "UPDATE outbox SET attempts = attempts + 1, next_attempt_at = NULL, quarantined_reason = ?"
            + " WHERE id = ?",
        reason,
        id);
  }

  private boolean postgres() {
    return database.dialect() == Dialect.POSTGRESQL;
  }

  private static OutboxRow row(ResultSet row) throws SQLException {
    return new OutboxRow(
        row.getLong("id"),
        row.getString("event_id"),
        row.getString("event_type"),
        row.getString("topic"),
        text(row.getBytes("message_key")),
        row.getString("lane"),
        row.getString("aggregate_id"),
        row.getObject("aggregate_version", Long.class),
        row.getString("payload"),
        row.getString("headers"),
        row.getString("dead_letter_id"),
        row.getInt("attempts"),
        row.getLong("size"));
  }

  private static RawRecord rawRecord(ResultSet row) throws SQLException {
    return new RawRecord(
        row.getBytes("record_key"), row.getBytes("record_value"), row.getBytes("record_headers"));
  }

  private static @Nullable String text(byte @Nullable [] utf8) {
    return utf8 == null ? null : new String(utf8, UTF_8);
  }
}
