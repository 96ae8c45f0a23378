package org.libraryd.loan;

import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.List;
import org.libraryd.jdbc.Database;
import org.libraryd.retention.Prunable;
import org.libraryd.retention.Window;

/**
 * SQL of loan, the end of its rows. None ends before it is in a final state, while an event of it
 * is parked, or while something of it is still to be published.
 */
@ApplicationScoped
class LoanUpkeepRepository implements Prunable {
  // By created_at, which never changes: an index on updated_at would make every update of a loan
  // write to all its indexes.
  private static final String LOCK_AGED =
      """
      SELECT loan_id
        FROM loan
       WHERE status IN ('RETURNED', 'CANCELLED')
         AND created_at < CURRENT_TIMESTAMP - CAST(? AS BIGINT) * INTERVAL '1' SECOND
         AND updated_at < CURRENT_TIMESTAMP - CAST(? AS BIGINT) * INTERVAL '1' SECOND
         AND NOT EXISTS (
             SELECT 1 FROM dead_letter
              WHERE dead_letter.loan_id = loan.loan_id AND dead_letter.status = 'PARKED')
         AND NOT EXISTS (
             SELECT 1 FROM outbox
              WHERE outbox.aggregate_id = loan.loan_id AND outbox.published = FALSE)
       ORDER BY created_at
       LIMIT ?
         FOR UPDATE SKIP LOCKED
      """;

  private static final String DELETE =
      """
      DELETE FROM loan
       WHERE loan_id = ANY (?)
      """;

  private final Database database;

  LoanUpkeepRepository(Database database) {
    this.database = database;
  }

  @Override
  public String table() {
    return "loan";
  }

  @Override
  public Window window() {
    return Window.LOAN;
  }

  @Override
  public int prune(Duration age, int most) {
    List<String> aged =
        database.query(LOCK_AGED, row -> row.getString(1), age.toSeconds(), age.toSeconds(), most);
    return aged.isEmpty() ? 0 : database.update(DELETE, (Object) aged.toArray(String[]::new));
  }
}
