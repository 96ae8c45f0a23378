package org.libraryd.idempotency;

import static org.libraryd.jdbc.Columns.Type.TEXT;

import jakarta.enterprise.context.ApplicationScoped;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import org.libraryd.jdbc.BulkInsert;
import org.libraryd.jdbc.BulkUpdate;
import org.libraryd.jdbc.Columns;
import org.libraryd.jdbc.Database;

/** SQL of consumed_event. Everything is done in the order of the ids, so that nobody deadlocks. */
@ApplicationScoped
class ConsumedEventRepository {
  private record Row(String consumer, Claim claim) {
    String eventId() {
      return claim.eventId();
    }
  }

  /**
   * A claim as it stands in the table.
   *
   * @param aged whether it was last renewed more than a day ago
   */
  record Stored(Claim claim, boolean aged) {}

  private static final Comparator<Claim> BY_ID = Comparator.comparing(Claim::eventId);

  private static final BulkInsert<Row> CLAIM =
      new BulkInsert<>("consumed_event", "event_id", Row::eventId, columns());

  private static final String FIND =
      """
      SELECT event_id, payload_hash, outcome, loan_id,
             consumed_at < CURRENT_TIMESTAMP - INTERVAL '1' DAY
        FROM consumed_event
       WHERE consumer = ?
         AND event_id = ANY (?)
      """;

  private static final BulkUpdate<Row> SETTLE =
      new BulkUpdate<>(
          new Columns<Row>()
              .add("payload_hash", TEXT, row -> row.claim().payloadHash())
              .add("outcome", TEXT, row -> row.claim().outcome().name())
              .add("loan_id", TEXT, row -> row.claim().loanId())
              .add("event_id", TEXT, Row::eventId)
              .add("consumer", TEXT, Row::consumer),
          """
          UPDATE consumed_event AS event
             SET payload_hash = input.payload_hash,
                 outcome = input.outcome,
                 loan_id = input.loan_id
            FROM unnest(%s) AS input (payload_hash, outcome, loan_id, event_id, consumer)
           WHERE event.event_id = input.event_id
             AND event.consumer = input.consumer
          """,
          """
          UPDATE consumed_event
             SET payload_hash = ?, outcome = ?, loan_id = ?
           WHERE event_id = ?
             AND consumer = ?
          """);

  private static final String DECIDE =
      """
      UPDATE consumed_event
         SET outcome = ?
       WHERE consumer = ?
         AND event_id = ANY (?)
      """;

  private static final String RENEW =
      """
      UPDATE consumed_event
         SET consumed_at = CURRENT_TIMESTAMP
       WHERE consumer = ?
         AND event_id = ANY (?)
      """;

  private static final String RELEASE =
      """
      DELETE FROM consumed_event
       WHERE consumer = ?
         AND event_id = ANY (?)
      """;

  private final Database database;

  ConsumedEventRepository(Database database) {
    this.database = database;
  }

  private static Columns<Row> columns() {
    return new Columns<Row>()
        .add("event_id", TEXT, Row::eventId)
        .add("consumer", TEXT, Row::consumer)
        .add("payload_hash", TEXT, row -> row.claim().payloadHash())
        .add("outcome", TEXT, row -> row.claim().outcome().name())
        .add("loan_id", TEXT, row -> row.claim().loanId());
  }

  /**
   * Takes the ids that are free.
   *
   * @return the ids that this call took
   */
  Set<String> claim(String consumer, List<Claim> claims) {
    return CLAIM.insert(database, rows(consumer, claims));
  }

  List<Stored> find(String consumer, List<String> eventIds) {
    return database.query(
        FIND,
        row ->
            new Stored(
                new Claim(
                    row.getString(1),
                    row.getString(2),
                    Outcome.valueOf(row.getString(3)),
                    row.getString(4)),
                row.getBoolean(5)),
        consumer,
        eventIds.toArray(String[]::new));
  }

  /** Writes what became of claims that do not stand as they were inserted. */
  void settle(String consumer, List<Claim> claims) {
    SETTLE.update(database, rows(consumer, claims));
  }

  /** Writes the outcome of parked events that have been released. */
  void decide(String consumer, Outcome outcome, List<String> eventIds) {
    database.update(DECIDE, outcome.name(), consumer, eventIds.toArray(String[]::new));
  }

  /** Lets the window of these ids run anew. */
  void renew(String consumer, List<String> eventIds) {
    database.update(RENEW, consumer, eventIds.toArray(String[]::new));
  }

  /** Gives ids back. */
  void release(String consumer, List<String> eventIds) {
    database.update(RELEASE, consumer, eventIds.toArray(String[]::new));
  }

  private static List<Row> rows(String consumer, List<Claim> claims) {
    return claims.stream().sorted(BY_ID).map(claim -> new Row(consumer, claim)).toList();
  }
}
