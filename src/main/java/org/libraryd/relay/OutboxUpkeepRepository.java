package org.libraryd.relay;

import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.libraryd.jdbc.Database;
import org.libraryd.jdbc.Dialect;
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

  // Quarantined rows by the index of those that hold a lane.
  private static final String QUARANTINED_POSTGRESQL =
      "discarded_at IS NULL AND quarantined_reason IS NOT NULL";

  private static final String QUARANTINED_H2 =
      "published = FALSE AND quarantined_reason IS NOT NULL";

  // Millions of rows may be unsent, and more are sent: all of the former are counted in the index
  // alone. Looked at are the first rows of each topic and shard, and once all those of the topics
  // and shards in which a lane is held, however many lanes are. NOT IN and FILTER, unlike a join,
  // leave no way to do it but to look each lane up in a hash table.
  private static final String COUNT =
      """
      %1$s,
      held AS (SELECT topic, shard, lane FROM outbox WHERE %2$s),
      unsent AS (
          SELECT (SELECT count(*) FROM outbox o WHERE %3$s) AS row_count,
                 (SELECT o.created_at FROM outbox o
                  WHERE %3$s AND o.lane NOT IN (SELECT lane FROM held)
                  ORDER BY %4$s FETCH FIRST 1 ROW ONLY) AS oldest
          FROM due),
      waiting AS (
          SELECT (SELECT count(*) FILTER (WHERE o.lane IN (SELECT lane FROM held))
                  FROM outbox o WHERE %3$s) AS row_count
          FROM (SELECT DISTINCT topic, shard FROM held) AS due)
      SELECT (SELECT coalesce(sum(row_count), 0) FROM unsent) AS total,
          coalesce(extract(EPOCH FROM CURRENT_TIMESTAMP
              - (SELECT min(oldest) FROM unsent)), 0) AS oldest_age,
          (SELECT coalesce(sum(row_count), 0) FROM waiting) AS held,
          (SELECT count(*) FROM held) AS quarantined
      """;

  private static final String COUNT_POSTGRESQL =
      COUNT.formatted(
          "WITH RECURSIVE " + UnsentIndex.DUE,
          QUARANTINED_POSTGRESQL,
          UnsentIndex.OF_DUE,
          UnsentIndex.ORDER);

  private static final String COUNT_H2 =
      COUNT.formatted(
          "WITH due AS (SELECT DISTINCT topic, shard FROM outbox WHERE published = FALSE)",
          QUARANTINED_H2,
          "o.published = FALSE AND o.topic = due.topic AND o.shard = due.shard",
          "o.id");

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
            postgres() ? COUNT_POSTGRESQL : COUNT_H2,
            row ->
                new Counts(
                    row.getLong("total") - row.getLong("held"),
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
        "SELECT DISTINCT topic, quarantined_reason FROM outbox WHERE "
            + quarantined()
            + " AND quarantined_reason LIKE ?",
        row -> new Quarantined(row.getString(1), row.getString(2)),
        QuarantineReason.TOO_LARGE + "%");
  }

  /** Lets rows go again, alone; returns how many. */
  int release(Quarantined rows) {
    return database.update(
        "UPDATE outbox SET quarantined_reason = NULL WHERE "
            + quarantined()
            + " AND topic = ? AND quarantined_reason = ?",
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

  private String quarantined() {
    return postgres() ? QUARANTINED_POSTGRESQL : QUARANTINED_H2;
  }

  private boolean postgres() {
    return database.dialect() == Dialect.POSTGRESQL;
  }
}
