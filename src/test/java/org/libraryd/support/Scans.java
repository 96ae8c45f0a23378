package org.libraryd.support;

import org.libraryd.jdbc.Database;

/** Scans of tables and indexes, as PostgreSQL counts them. */
public final class Scans {
  private Scans() {}

  /**
   * How often this session has scanned a table in sequence, or an index: exact within a
   * transaction, where the totals of all sessions lag and have the scans of other tests in them.
   */
  public static long of(Database database, String relation) {
    return ask(database, "pg_stat_get_xact_numscans", relation);
  }

  /** How many rows this session has read from a table in sequence, or entries from its indexes. */
  public static long rows(Database database, String table) {
    return database
        .query(
            """
            SELECT pg_stat_get_xact_tuples_returned(CAST(? AS regclass))
                   + sum(pg_stat_get_xact_tuples_returned(indexrelid))
              FROM pg_index WHERE indrelid = CAST(? AS regclass)
            """,
            row -> row.getLong(1),
            table,
            table)
        .get(0);
  }

  /** How many pages of a table without its indexes, or of an index, this session has looked at. */
  public static long pages(Database database, String relation) {
    return ask(database, "pg_stat_get_xact_blocks_fetched", relation);
  }

  private static long ask(Database database, String counter, String relation) {
    return database
        .query("SELECT " + counter + "(CAST(? AS regclass))", row -> row.getLong(1), relation)
        .get(0);
  }
}
