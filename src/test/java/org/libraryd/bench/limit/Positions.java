package org.libraryd.bench.limit;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;

/**
 * Keeps the offsets in the database of the effects too, and begins there: a database that goes back
 * in time takes the reading back with it.
 */
final class Positions {
  private static final String BEGIN =
      """
      INSERT INTO intake_position (consumer, source_topic, source_partition, next_offset)
      VALUES ('loan-lifecycle', ?, ?, ?)
          ON CONFLICT DO NOTHING
      """;

  private static final String FIND =
      """
      SELECT next_offset
        FROM intake_position
       WHERE consumer = 'loan-lifecycle' AND source_topic = ? AND source_partition = ?
      """;

  private static final String ADVANCE =
      """
      UPDATE intake_position
         SET next_offset = ?, updated_at = CURRENT_TIMESTAMP
       WHERE consumer = 'loan-lifecycle' AND source_topic = ? AND source_partition = ?
         AND next_offset = ?
      """;

  private final Connection connection;
  private final Map<TopicPartition, Long> next = new HashMap<>();

  Positions(Connection connection) {
    this.connection = connection;
  }

  /** Has the consumer read each partition from where the database is. */
  void seek(Consumer<?, ?> consumer, Collection<TopicPartition> partitions) throws SQLException {
    for (TopicPartition partition : partitions) {
      try (PreparedStatement begin =
          Session.prepare(
              connection,
              BEGIN,
              partition.topic(),
              partition.partition(),
              consumer.position(partition))) {
        begin.executeUpdate();
      }
      try (PreparedStatement find =
              Session.prepare(connection, FIND, partition.topic(), partition.partition());
          ResultSet row = find.executeQuery()) {
        row.next();
        next.put(partition, row.getLong(1));
        consumer.seek(partition, row.getLong(1));
      }
    }
    connection.commit();
  }

  /**
   * Moves the positions in the running transaction.
   *
   * @throws IllegalStateException where another process has moved one
   */
  void advance(Map<TopicPartition, OffsetAndMetadata> offsets) throws SQLException {
    for (Map.Entry<TopicPartition, OffsetAndMetadata> entry : offsets.entrySet()) {
      TopicPartition partition = entry.getKey();
      long to = entry.getValue().offset();
      try (PreparedStatement statement =
          Session.prepare(
              connection,
              ADVANCE,
              to,
              partition.topic(),
              partition.partition(),
              Objects.requireNonNull(next.get(partition)))) {
        if (statement.executeUpdate() != 1) {
          throw new IllegalStateException(partition + " is with another process");
        }
      }
      next.put(partition, to);
    }
  }
}
