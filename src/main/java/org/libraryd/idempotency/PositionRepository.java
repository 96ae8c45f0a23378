package org.libraryd.idempotency;

import static org.libraryd.jdbc.Columns.Type.INT4;
import static org.libraryd.jdbc.Columns.Type.INT8;
import static org.libraryd.jdbc.Columns.Type.TEXT;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.transaction.Transactional;
import jakarta.transaction.Transactional.TxType;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.libraryd.jdbc.BulkUpdate;
import org.libraryd.jdbc.Columns;
import org.libraryd.jdbc.Database;

/** SQL of intake_position. Rows are locked in the order of their partitions. */
@ApplicationScoped
public class PositionRepository {
  private record Row(String consumer, Advance advance) {}

  private static final Comparator<Advance> BY_PARTITION =
      Comparator.comparing(Advance::topic).thenComparing(Advance::partition);

  // The inner statement locks in order; an UPDATE alone would lock in the order of its plan.
  private static final BulkUpdate<Row> ADVANCE =
      new BulkUpdate<>(
          new Columns<Row>()
              .add("to_offset", INT8, row -> row.advance().to())
              .add("consumer", TEXT, Row::consumer)
              .add("source_topic", TEXT, row -> row.advance().topic())
              .add("source_partition", INT4, row -> row.advance().partition())
              .add("from_offset", INT8, row -> row.advance().from()),
          """
          WITH stored AS (
              SELECT position.consumer, position.source_topic, position.source_partition,
                     input.to_offset
                FROM intake_position AS position
                JOIN unnest(%s) AS input
                         (to_offset, consumer, source_topic, source_partition, from_offset)
                  ON position.consumer = input.consumer
                 AND position.source_topic = input.source_topic
                 AND position.source_partition = input.source_partition
                 AND position.next_offset = input.from_offset
               ORDER BY position.source_topic, position.source_partition
                 FOR UPDATE OF position)
          UPDATE intake_position AS position
             SET next_offset = stored.to_offset,
                 updated_at = CURRENT_TIMESTAMP
            FROM stored
           WHERE position.consumer = stored.consumer
             AND position.source_topic = stored.source_topic
             AND position.source_partition = stored.source_partition
          """,
          """
          UPDATE intake_position
             SET next_offset = ?, updated_at = CURRENT_TIMESTAMP
           WHERE consumer = ?
             AND source_topic = ?
             AND source_partition = ?
             AND next_offset = ?
          """);

  private static final String FIND =
      """
      SELECT source_partition, next_offset
        FROM intake_position
       WHERE consumer = ?
         AND source_topic = ?
      """;

  private static final String BEGIN =
      """
      INSERT INTO intake_position (consumer, source_topic, source_partition, next_offset)
      VALUES (?, ?, ?, ?)
      ON CONFLICT DO NOTHING
      """;

  private final Database database;

  public PositionRepository(Database database) {
    this.database = database;
  }

  /**
   * Moves positions, in the running transaction if there is one.
   *
   * @throws PositionMovedException where one of them is not where its move begins
   */
  public void advance(String consumer, List<Advance> advances) {
    List<Row> rows =
        advances.stream().sorted(BY_PARTITION).map(move -> new Row(consumer, move)).toList();
    if (ADVANCE.update(database, rows) < rows.size()) {
      throw new PositionMovedException(consumer);
    }
  }

  /** The next offset of each partition that the consumer has a position in, as committed. */
  @Transactional(TxType.NOT_SUPPORTED)
  public Map<Integer, Long> find(String consumer, String topic) {
    return database
        .query(FIND, row -> Map.entry(row.getInt(1), row.getLong(2)), consumer, topic)
        .stream()
        .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
  }

  /**
   * Gives the consumer its first position in a partition, for every transaction to see; one that it
   * has stays.
   */
  @Transactional(TxType.NOT_SUPPORTED)
  public void begin(String consumer, String topic, int partition, long nextOffset) {
    database.update(BEGIN, consumer, topic, partition, nextOffset);
  }
}
