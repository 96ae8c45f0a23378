package org.libraryd.bench;

import java.sql.SQLException;

/** Rows of the outbox: changes, four of each loan, under random ids as derived ones look. */
final class OutboxRows {
  private static final String APPEND =
      """
      INSERT INTO outbox (event_id, event_type, topic, message_key, lane, shard, aggregate_id,
                          aggregate_version, payload, headers, created_at, published,
                          published_at)
      SELECT md5('%1$s ' || row)::uuid::text, 'loan.approved', '%2$s', loan::bytea, 'changed/' || loan,
             row / 4 %% 64, loan, row %% 4 + 1,
             json_build_object('type', 'loan.approved', 'loanId', loan, 'bookId', 'B-7',
                 'memberId', 'M-42', 'status', 'APPROVED', 'version', row %% 4 + 1,
                 'occurredAt', '2026-12-01T01:30:00Z'),
             json_build_object('source-event-id', md5('source of %1$s ' || row)::uuid,
                 'ce_time', '2026-12-01T01:30:00Z'),
             %3$s
        FROM generate_series(0, %4$d - 1) AS row, LATERAL (SELECT 'L-' || row / 4 AS loan) AS loans
       ORDER BY row
      """;

  private static final String UNSENT = "CURRENT_TIMESTAMP, FALSE, NULL";

  private OutboxRows() {}

  /** Rows that wait to be sent, the same each time the series is asked for. */
  static void append(Stage stage, int series, int rows) throws SQLException {
    append(stage, series, rows, UNSENT);
  }

  /** Rows that were sent over the last days, the oldest first. */
  static void appendPublished(Stage stage, int rows) throws SQLException {
    String at = History.time("row", rows);
    append(stage, 0, rows, "%s, TRUE, %s".formatted(at, at));
  }

  private static void append(Stage stage, int series, int rows, String state) throws SQLException {
    String ids = Seed.VALUE + "-" + series;
    stage.execute(APPEND.formatted(ids, Stage.TOPICS.changed(), state, rows));
    // What autovacuum would begin while something is measured, of this and of earlier rounds.
    stage.execute("VACUUM (ANALYZE) outbox");
    stage.settle();
  }
}
