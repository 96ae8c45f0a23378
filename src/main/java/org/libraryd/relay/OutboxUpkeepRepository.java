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

  // Held lanes are few: they are collected once, from the first row that holds each.
  private static final String COUNT =
      """
      WITH held AS (
          SELECT lane, min(id) AS first_id FROM outbox
          WHERE published = FALSE AND quarantined_reason IS NOT NULL GROUP BY lane)
      SELECT count(*) - count(h.lane) AS unsent,
          coalesce(extract(EPOCH FROM CURRENT_TIMESTAMP
              - min(CASE WHEN h.lane IS NULL THEN o.created_at END)), 0) AS oldest_age,
          count(h.lane) AS held,
          count(o.quarantined_reason) AS quarantined
      FROM outbox o LEFT JOIN held h ON h.lane = o.lane AND h.first_id <= o.id
      WHERE o.published = FALSE
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
