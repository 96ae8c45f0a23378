package org.libraryd.fault;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.awaitility.Awaitility.await;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;
import org.libraryd.model.TopicReader;

/** Outbox rows of a second writer, for a topic of their own, so that they disturb no invariant. */
final class ExtraRows {

  static final String TOPIC = "libraryd.extra";

  private static final String INSERT =
      """
      INSERT INTO outbox (event_id, event_type, topic, message_key, lane, shard, payload, headers)
      SELECT 'extra-' || ? || '-' || n, 'extra', ?, convert_to(?, 'UTF8'), ?, ?,
             (SELECT left(string_agg(md5(i::text), ''), ?) FROM generate_series(1, ?) AS i), '{}'
        FROM generate_series(1, ?) AS n
      """;

  private static final String INSERT_MANY =
      """
      INSERT INTO outbox (event_id, event_type, topic, message_key, lane, shard, payload, headers,
                          created_at, published, published_at)
      SELECT 'extra-' || ? || '-' || n, 'extra', ?, convert_to('key-' || n % 10000, 'UTF8'),
             'extra/' || n % 10000, n % 10000 % 64, repeat('x', 100), '{}',
             coalesce(sent, CURRENT_TIMESTAMP), sent IS NOT NULL, sent
        FROM generate_series(1, ?) AS n
        CROSS JOIN (SELECT CURRENT_TIMESTAMP - CAST(? AS INTERVAL) AS sent) AS age
      """;

  private final Run run;
  private int statements;

  /** Creates the topic. */
  ExtraRows(Run run, Map<String, String> topicSettings) {
    this.run = run;
    run.stage().recreate(TOPIC, 1, topicSettings);
  }

  /** Appends rows to one lane. */
  void add(String lane, int rows, int bytes) {
    try (Connection connection = run.store().open();
        PreparedStatement statement = connection.prepareStatement(INSERT)) {
      statement.setString(1, statements++ + "");
      statement.setString(2, TOPIC);
      statement.setString(3, lane);
      statement.setString(4, "extra/" + lane);
      statement.setInt(5, Math.floorMod(lane.hashCode(), 64));
      statement.setInt(6, bytes);
      // A hash has 32 digits, which hardly compress.
      statement.setInt(7, bytes / 32 + 1);
      statement.setInt(8, rows);
      statement.execute();
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  /**
   * Appends small rows to ten thousand lanes.
   *
   * @param sentAgo how long ago they were sent, null where they were not
   */
  void addMany(int rows, @Nullable Duration sentAgo) {
    try (Connection connection = run.store().open();
        PreparedStatement statement = connection.prepareStatement(INSERT_MANY)) {
      statement.setString(1, statements++ + "");
      statement.setString(2, TOPIC);
      statement.setInt(3, rows);
      statement.setString(4, sentAgo == null ? null : sentAgo.toSeconds() + " seconds");
      statement.execute();
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Waits until so many are on the topic. */
  void awaitSent(int rows, Duration limit) {
    await(rows + " extra rows").atMost(limit).until(() -> run.progress().written(TOPIC) >= rows);
  }

  /** Returns the event ids on the topic that belong to a lane, in their order. */
  List<String> sent(String lane) {
    return read().stream()
        .filter(record -> new String(record.key(), UTF_8).equals(lane))
        .map(record -> "" + TopicReader.header(record, "event-id"))
        .toList();
  }

  private List<ConsumerRecord<byte[], byte[]>> read() {
    return new TopicReader(run.stage().broker().bootstrap()).read(TOPIC);
  }
}
