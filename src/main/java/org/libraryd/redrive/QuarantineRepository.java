package org.libraryd.redrive;

import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import org.libraryd.jdbc.Database;

/** SQL of outbox, a person's side. */
@ApplicationScoped
class QuarantineRepository {
  private static final String LOCK =
      """
      SELECT id, event_id, topic, lane, quarantined_reason, attempts
        FROM outbox
       WHERE %s
       ORDER BY id
       LIMIT ?
         FOR UPDATE SKIP LOCKED
      """;

  private static final String RELEASE =
      """
      UPDATE outbox
         SET quarantined_reason = NULL
       WHERE id = ANY (?)
      """;

  // The reason stays, for the record. Without a published_at the row is never pruned.
  private static final String GIVE_UP =
      """
      UPDATE outbox
         SET published = TRUE, discarded_at = CURRENT_TIMESTAMP
       WHERE id = ANY (?)
      """;

  private final Database database;

  QuarantineRepository(Database database) {
    this.database = database;
  }

  /** Looks up and locks what a filter means, as far as nobody else has it locked. */
  List<QuarantinedRow> lock(QuarantineFilter filter) {
    return database.query(
        LOCK.formatted(filter.where().sql()),
        row ->
            new QuarantinedRow(
                row.getLong("id"),
                row.getString("event_id"),
                row.getString("topic"),
                row.getString("lane"),
                row.getString("quarantined_reason"),
                row.getInt("attempts")),
        filter.where().parametersAnd(filter.limit()));
  }

  /** Lets locked rows go again. */
  void release(List<QuarantinedRow> rows) {
    database.update(RELEASE, (Object) ids(rows));
  }

  /** Takes locked rows out of their lanes for good. */
  void giveUp(List<QuarantinedRow> rows) {
    database.update(GIVE_UP, (Object) ids(rows));
  }

  private static Long[] ids(List<QuarantinedRow> rows) {
    return rows.stream().map(QuarantinedRow::id).toArray(Long[]::new);
  }
}
