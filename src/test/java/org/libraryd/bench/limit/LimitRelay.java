package org.libraryd.bench.limit;

import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * Sends the rows of the outbox, each at least once and each lane in its order: a lane has one
 * unacknowledged row at most, and a row that fails ends it for the round.
 */
public final class LimitRelay {
  private static final String LOCK =
      "SELECT shard FROM outbox_shard ORDER BY shard FOR UPDATE SKIP LOCKED";

  private static final String READ =
      """
      SELECT unsent.id, event_id, event_type, topic, message_key, lane, aggregate_id,
             aggregate_version, payload, headers
        FROM unnest(?::int2[]) AS locked (shard) CROSS JOIN LATERAL (
             SELECT * FROM outbox
              WHERE NOT published AND topic = 'libraryd.loan.changed' AND shard = locked.shard
              ORDER BY id LIMIT 50) AS unsent
       ORDER BY unsent.id
      """;

  private static final String MARK =
      "UPDATE outbox SET published = TRUE, published_at = CURRENT_TIMESTAMP WHERE id = ANY (?)";

  private static final int IDLE_MILLIS = 20;
  private static final int LONGEST_SECONDS = 15;

  private final Connection connection;
  private final Producer<byte[], byte[]> producer;

  private LimitRelay(Connection connection, Producer<byte[], byte[]> producer) {
    this.connection = connection;
    this.producer = producer;
  }

  /** Takes the address of the database and that of the broker. */
  public static void main(String[] arguments) throws Exception {
    Map<String, Object> settings =
        Map.of(
            "bootstrap.servers",
            arguments[1],
            "acks",
            "all",
            "enable.idempotence",
            "true",
            "linger.ms",
            0,
            "batch.size",
            65_536,
            "compression.type",
            "lz4",
            "delivery.timeout.ms",
            10_000,
            "request.timeout.ms",
            4_000);
    try (Connection connection = Session.open(arguments[0]);
        Producer<byte[], byte[]> producer =
            new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer())) {
      LimitRelay relay = new LimitRelay(connection, producer);
      while (true) {
        if (relay.round() == 0) {
          TimeUnit.MILLISECONDS.sleep(IDLE_MILLIS);
        }
      }
    }
  }

  private int round() throws SQLException, InterruptedException {
    // Two statements: the snapshot of one would be older than its locks.
    Collection<Long> sent = send(read(lock()));
    if (!sent.isEmpty()) {
      Array ids = Session.column(connection, "int8", sent, id -> id, Long[]::new);
      try (PreparedStatement mark = Session.prepare(connection, MARK, ids)) {
        mark.executeUpdate();
      }
    }
    connection.commit();
    return sent.size();
  }

  private Collection<Long> send(Collection<List<Row>> lanes) throws InterruptedException {
    Queue<Long> acknowledged = new ConcurrentLinkedQueue<>();
    CountDownLatch open = new CountDownLatch(lanes.size());
    lanes.forEach(lane -> sendNext(lane.iterator(), acknowledged, open));
    if (!open.await(LONGEST_SECONDS, TimeUnit.SECONDS)) {
      throw new IllegalStateException("No answer for " + open.getCount() + " lanes");
    }
    return acknowledged;
  }

  private void sendNext(Iterator<Row> lane, Queue<Long> acknowledged, CountDownLatch open) {
    Row row = lane.next();
    Future<?> unused =
        producer.send(
            row.message(),
            (metadata, error) -> {
              if (error == null) {
                acknowledged.add(row.id());
              }
              if (error == null && lane.hasNext()) {
                sendNext(lane, acknowledged, open);
              } else {
                open.countDown();
              }
            });
  }

  private List<Short> lock() throws SQLException {
    List<Short> shards = new ArrayList<>();
    try (PreparedStatement lock = Session.prepare(connection, LOCK);
        ResultSet rows = lock.executeQuery()) {
      while (rows.next()) {
        shards.add(rows.getShort(1));
      }
    }
    return shards;
  }

  private Collection<List<Row>> read(List<Short> shards) throws SQLException {
    Map<String, List<Row>> lanes = new LinkedHashMap<>();
    Array locked = Session.column(connection, "int2", shards, shard -> shard, Short[]::new);
    try (PreparedStatement read = Session.prepare(connection, READ, locked);
        ResultSet rows = read.executeQuery()) {
      while (rows.next()) {
        Row row = Row.of(rows);
        lanes.computeIfAbsent(row.lane(), lane -> new ArrayList<>()).add(row);
      }
    }
    return lanes.values();
  }
}
