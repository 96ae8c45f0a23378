package org.libraryd.relay;

import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.libraryd.jdbc.Database;
import org.libraryd.retention.Prunable;
import org.libraryd.retention.Window;

/** SQL of outbox, what is done beside publishing. An unpublished row never ends by age. */
@ApplicationScoped
class OutboxUpkeepRepository implements Prunable {
  /** Rows that wait for their turn, rows that are held, rows in quarantine; ages in seconds. */
  record Counts(long unsent, double oldestAge, long held, long quarantined) {
    static final Counts NONE = new Counts(0, 0, 0, 0);
  }

  /** Rows of a topic that are quarantined for one reason. */
  record Quarantined(String topic, String reason) {}

  // Millions of rows may be unsent, and more are sent: all of the former are counted in the index
  // alone, and only the first row of each topic and shard and those of held lanes are looked at.
  private static final String COUNT =
      """
      WITH held AS (
          SELECT topic, shard, lane, min(id) AS first_id FROM outbox
          WHERE published = FALSE AND quarantined_reason IS NOT NULL GROUP BY topic, shard, lane),
      due AS (
          SELECT topic, shard, count(*) AS unsent FROM outbox
          WHERE published = FALSE GROUP BY topic, shard),
      oldest AS (
          SELECT (SELECT o.created_at FROM outbox o
                  WHERE o.published = FALSE AND o.topic = due.topic AND o.shard = due.shard
                    AND NOT EXISTS (
                        SELECT 1 FROM held h WHERE h.lane = o.lane AND h.first_id <= o.id)
                  ORDER BY o.id FETCH FIRST 1 ROW ONLY) AS created_at
          FROM due),
      waiting AS (
          SELECT count(*) AS held, count(o.quarantined_reason) AS quarantined
          FROM held h JOIN outbox o ON o.topic = h.topic AND o.shard = h.shard
              AND o.lane = h.lane AND o.id >= h.first_id
          WHERE o.published = FALSE)
      SELECT (SELECT coalesce(sum(unsent), 0) FROM due) - held AS unsent,
          coalesce(extract(EPOCH FROM CURRENT_TIMESTAMP
              - (SELECT min(created_at) FROM oldest)), 0) AS oldest_age,
          held,
          quarantined
      FROM waiting
      """;

  private static final String LOCK_AGED =
      """
      SELECT id FROM outbox
      WHERE published = TRUE
        AND published_at < CURRENT_TIMESTAMP - CAST(? AS BIGINT) * INTERVAL '1' SECOND
      ORDER BY published_at LIMIT ? FOR UPDATE SKIP LOCKED
      """;

  private final Database database;

  OutboxUpkeepRepository(Database database) {
    this.database = database;
  }

  Counts count() {
    return database
        .query(
            COUNT,
            row ->
                new Counts(
                    row.getLong("unsent"),
                    row.getDouble("oldest_age"),
                    row.getLong("held"),
                    row.getLong("quarantined")))
        .get(0);
  }

  /** How long ago any relay published a row; empty where none ever did. */
  Optional<Duration> sincePublished() {
    return database
        .query(
            "SELECT extract(EPOCH FROM CURRENT_TIMESTAMP - published_at) FROM outbox"
                + " WHERE published = TRUE AND published_at IS NOT NULL"
                + " ORDER BY published_at DESC FETCH FIRST 1 ROW ONLY",
            row -> Duration.ofMillis((long) (row.getDouble(1) * 1000)))
        .stream()
        .findFirst();
  }

  /** Where rows are quarantined for their size, once per limit. */
  List<Quarantined> tooLarge() {
    return database.query(
        "SELECT DISTINCT topic, quarantined_reason FROM outbox"
            + " WHERE published = FALSE AND quarantined_reason LIKE ?",
        row -> new Quarantined(row.getString(1), row.getString(2)),
        QuarantineReason.TOO_LARGE + "%");
  }

  /** Lets rows go again, alone; returns how many. */
  int release(Quarantined rows) {
    return database.update(
        "UPDATE outbox SET quarantined_reason = NULL"
            + " WHERE published = FALSE AND topic = ? AND quarantined_reason = ?",
        rows.topic(),
        rows.reason());
  }

  @Override
  public String table() {
    return "outbox";
  }

  @Override
  public Window window() {
    return Window.OUTBOX;
  }

  @Override
  public int prune(Duration age, int most) {
    List<Long> aged = database.query(LOCK_AGED, row -> row.getLong(1), age.toSeconds(), most);
    return aged.isEmpty()
        ? 0
        : database.update(
            "DELETE FROM outbox WHERE id = ANY (?)", (Object) aged.toArray(Long[]::new));
  }
}
