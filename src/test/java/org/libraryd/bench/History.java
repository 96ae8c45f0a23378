package org.libraryd.bench;

import java.sql.SQLException;

/**
 * Tables as many days of work leave them, none of it past its window: claims under random ids of
 * both consumers, their loans, and outbox rows that were sent.
 */
final class History {
  private static final int EVENTS_PER_LOAN = 4;

  private static final String LOANS =
      """
      INSERT INTO loan (loan_id, book_id, member_id, status, version, created_at, updated_at)
      SELECT 'L-0-' || row, 'B-' || row %% 20000, 'M-' || row %% 3000, 'RETURNED', 4, %s, %s
        FROM generate_series(0, %d - 1) AS row
      """;

  // Five events in eight are loan events, three are changes that a member was told of.
  private static final String CLAIMS =
      """
      INSERT INTO consumed_event (event_id, consumer, payload_hash, outcome, loan_id, consumed_at)
      SELECT gen_random_uuid()::text,
             CASE WHEN row %% 8 < 5 THEN 'loan-lifecycle' ELSE 'loan-notice' END,
             repeat(md5(row::text), 2), 'APPLIED', 'L-0-' || row / 8, %s
        FROM generate_series(0, %d - 1) AS row
      """;

  // Built after loading, which takes minutes less, and as full as random inserts leave an index.
  private static final String DROP_INDEXES =
      """
      ALTER TABLE consumed_event DROP CONSTRAINT consumed_event_pkey;
      ALTER TABLE outbox DROP CONSTRAINT outbox_event_id_key;
      DROP INDEX consumed_event_prune
      """;

  private static final String CREATE_INDEXES =
      """
      SET maintenance_work_mem = '1GB';
      ALTER TABLE consumed_event ADD PRIMARY KEY (event_id, consumer) WITH (fillfactor = 70);
      ALTER INDEX consumed_event_pkey RESET (fillfactor);
      ALTER TABLE outbox ADD UNIQUE (event_id) WITH (fillfactor = 70);
      ALTER INDEX outbox_event_id_key RESET (fillfactor);
      CREATE INDEX consumed_event_prune ON consumed_event (consumed_at)
      """;

  private History() {}

  static void write(Stage stage, int claims, int published) throws SQLException {
    stage.execute(DROP_INDEXES);
    stage.execute(CLAIMS.formatted(time("row", claims), claims));
    int loans = claims * 5 / 8 / EVENTS_PER_LOAN;
    String returned = time("row", loans);
    stage.execute(LOANS.formatted(returned, returned, loans));
    OutboxRows.appendPublished(stage, published);
    stage.execute(CREATE_INDEXES);
    // As autovacuum would have done long ago, and would do while something is measured.
    stage.execute("VACUUM (ANALYZE)");
    stage.settle();
  }

  /** The time of a row: evenly spread over ten days, and an hour ago at the latest. */
  static String time(String row, int rows) {
    return "CURRENT_TIMESTAMP - INTERVAL '1 hour' - INTERVAL '10 days' * (1 - %s / %d.0)"
        .formatted(row, rows);
  }
}
