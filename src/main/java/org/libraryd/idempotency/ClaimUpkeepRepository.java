package org.libraryd.idempotency;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toList;

import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.libraryd.jdbc.Database;
import org.libraryd.retention.Prunable;
import org.libraryd.retention.Window;

/** SQL of consumed_event, the end of its rows. The claim of a parked event never ends by age. */
@ApplicationScoped
class ClaimUpkeepRepository implements Prunable {
  private record Key(String eventId, String consumer) {}

  private static final String LOCK_AGED =
      """
      SELECT event_id, consumer
        FROM consumed_event
       WHERE outcome <> 'PARKED'
         AND consumed_at < CURRENT_TIMESTAMP - CAST(? AS BIGINT) * INTERVAL '1' SECOND
       ORDER BY consumed_at
       LIMIT ?
         FOR UPDATE SKIP LOCKED
      """;

  private static final String DELETE =
      """
      DELETE FROM consumed_event
       WHERE consumer = ?
         AND event_id = ANY (?)
      """;

  private final Database database;

  ClaimUpkeepRepository(Database database) {
    this.database = database;
  }

  @Override
  public String table() {
    return "consumed_event";
  }

  @Override
  public Window window() {
    return Window.DEDUP;
  }

  @Override
  public int prune(Duration age, int most) {
    List<Key> aged =
        database.query(
            LOCK_AGED, row -> new Key(row.getString(1), row.getString(2)), age.toSeconds(), most);
    Map<String, List<String>> byConsumer =
        aged.stream().collect(groupingBy(Key::consumer, mapping(Key::eventId, toList())));
    byConsumer.forEach(
        (consumer, ids) -> database.update(DELETE, consumer, ids.toArray(String[]::new)));
    return aged.size();
  }
}
