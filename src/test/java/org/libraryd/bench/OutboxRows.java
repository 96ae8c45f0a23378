package org.libraryd.bench;

import java.sql.SQLException;

/** An outbox full of unsent changes, four of each loan. */
final class OutboxRows {
  private static final String APPEND =
      """
      INSERT INTO outbox (event_id, event_type, topic, message_key, lane, shard, aggregate_id,
                          aggregate_version, payload, headers)
      SELECT gen_random_uuid()::text, 'loan.approved', '%s', loan::bytea, 'changed/' || loan,
             row / 4 %% 64, loan, row %% 4 + 1,
             json_build_object('type', 'loan.approved', 'loanId', loan, 'bookId', 'B-7',
                 'memberId', 'M-42', 'status', 'APPROVED', 'version', row %% 4 + 1,
                 'occurredAt', '2026-12-01T01:30:00Z'),
             json_build_object('source-event-id', gen_random_uuid(),
                 'ce_time', '2026-12-01T01:30:00Z')
        FROM generate_series(0, %d - 1) AS row, LATERAL (SELECT 'L-' || row / 4 AS loan) AS loans
       ORDER BY row
      """;

  private OutboxRows() {}

  static void append(Stage stage, int rows) throws SQLException {
    stage.execute(APPEND.formatted(Stage.TOPICS.changed(), rows));
    stage.execute("ANALYZE outbox");
    stage.settle();
  }
}
