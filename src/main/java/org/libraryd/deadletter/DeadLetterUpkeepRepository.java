package org.libraryd.deadletter;

import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.List;
import org.libraryd.jdbc.Database;
import org.libraryd.retention.Prunable;
import org.libraryd.retention.Window;

/**
 * SQL of dead_letter, the end of its rows. None ends while it is parked, or while an outbox row
 * refers to it and may still need its bytes.
 */
@ApplicationScoped
class DeadLetterUpkeepRepository implements Prunable {
  private static final String LOCK_AGED =
      """
      SELECT id
        FROM dead_letter
       WHERE status <> 'PARKED'
         AND updated_at < CURRENT_TIMESTAMP - CAST(? AS BIGINT) * INTERVAL '1' SECOND
         AND NOT EXISTS (SELECT 1 FROM outbox WHERE outbox.dead_letter_id = dead_letter.id)
       ORDER BY updated_at
       LIMIT ?
         FOR UPDATE SKIP LOCKED
      """;

  private static final String DELETE =
      """
      DELETE FROM dead_letter
       WHERE id = ANY (?)
      """;

  private final Database database;

  DeadLetterUpkeepRepository(Database database) {
    this.database = database;
  }

  @Override
  public String table() {
    return "dead_letter";
  }

  @Override
  public Window window() {
    return Window.DEAD_LETTER;
  }

  @Override
  public int prune(Duration age, int most) {
    List<String> aged = database.query(LOCK_AGED, row -> row.getString(1), age.toSeconds(), most);
    return aged.isEmpty() ? 0 : database.update(DELETE, (Object) aged.toArray(String[]::new));
  }
}
