package org.libraryd.bench;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import javax.sql.DataSource;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringSerializer;

/**
 * The relay as the source document writes it, as a baseline: polls 100 unpublished rows in order of
 * id, sends each, and marks each row by a statement of its own in the producer's callback.
 */
public final class SeedRelay implements AutoCloseable {
  private static final int BATCH = 100;

  private record Row(long id, String eventId, String topic, String key, String payload) {}

  private final Connection connection;
  private final Producer<String, String> producer;

  public SeedRelay(DataSource database, String bootstrap) throws SQLException {
    this.connection = database.getConnection();
    this.producer =
        new KafkaProducer<>(
            Map.of("bootstrap.servers", bootstrap), new StringSerializer(), new StringSerializer());
  }

  /** Sends until nothing is unpublished; returns how many rows were sent. */
  public int drain() throws SQLException {
    int sent = 0;
    List<Row> batch = selectUnpublished();
    while (!batch.isEmpty()) {
      batch.forEach(this::send);
      producer.flush();
      sent += batch.size();
      batch = selectUnpublished();
    }
    return sent;
  }

  @Override
  public void close() throws SQLException {
    producer.close();
    connection.close();
  }

  private void send(Row row) {
    ProducerRecord<String, String> message =
        new ProducerRecord<>(row.topic(), row.key(), row.payload());
    message.headers().add("event-id", row.eventId().getBytes(UTF_8));
    Future<?> unused =
        producer.send(
            message,
            (metadata, error) -> {
              if (error == null) {
                markPublished(row.id());
              }
            });
  }

  private List<Row> selectUnpublished() throws SQLException {
    List<Row> rows = new ArrayList<>();
    try (PreparedStatement select =
        connection.prepareStatement(
            "SELECT id, event_id, topic, message_key, payload FROM outbox"
                + " WHERE published = FALSE ORDER BY id LIMIT "
                + BATCH)) {
      try (ResultSet result = select.executeQuery()) {
        while (result.next()) {
          rows.add(
              new Row(
                  result.getLong(1),
                  result.getString(2),
                  result.getString(3),
                  new String(result.getBytes(4), UTF_8),
                  result.getString(5)));
        }
      }
    }
    return rows;
  }

  private void markPublished(long id) {
    try (PreparedStatement update =
        connection.prepareStatement(
            "UPDATE outbox SET published = TRUE, published_at = CURRENT_TIMESTAMP WHERE id = ?")) {
      update.setLong(1, id);
      update.executeUpdate();
    } catch (SQLException e) {
      throw new IllegalStateException("Row " + id + " is sent but not marked", e);
    }
  }
}
