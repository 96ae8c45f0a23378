package org.libraryd.bench;

import java.sql.SQLException;

/** Rows of the outbox: changes, four of each loan, under random ids as derived ones look. */
final class OutboxRows {
  private static final String APPEND =
      """
      INSERT INTO outbox (event_id, event_type, topic, message_key, lane, shard, aggregate_id,
                          aggregate_version, payload, headers, created_at, published,
                          published_at)
      SELECT gen_random_uuid()::text, 'loan.approved', '%s', loan::bytea, 'changed/' || loan,
             row / 4 %% 64, loan, row %% 4 + 1,
             json_build_object('type', 'loan.approved', 'loanId', loan, 'bookId', 'B-7',
                 'memberId', 'M-42', 'status', 'APPROVED', 'version', row %% 4 + 1,
                 'occurredAt', '2026-12-01T01:30:00Z'),
             json_build_object('source-event-id', gen_random_uuid(),
                 'ce_time', '2026-12-01T01:30:00Z'),
             %s
        FROM generate_series(0, %d - 1) AS row, LATERAL (SELECT 'L-' || row / 4 AS loan) AS loans
       ORDER BY row
      """;

  private static final String UNSENT = "CURRENT_TIMESTAMP, FALSE, NULL";

  private OutboxRows() {}

  /** Rows that wait to be sent. */
  static void append(Stage stage, int rows) throws SQLException {
    append(stage, rows, UNSENT);
  }

  /** Rows that were sent over the last days, the oldest first. */
  static void appendPublished(Stage stage, int rows) throws SQLException {
    String at = History.time("row", rows);
    append(stage, rows, "%s, TRUE, %s".formatted(at, at));
  }

  private static void append(Stage stage, int rows, String state) throws SQLException {
    stage.execute(APPEND.formatted(Stage.TOPICS.changed(), state, rows));
    stage.execute("ANALYZE outbox");
    stage.settle();
  }
}
