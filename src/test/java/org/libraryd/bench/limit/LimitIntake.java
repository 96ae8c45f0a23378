package org.libraryd.bench.limit;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.common.TopicPartition;

/**
 * Takes loan events in, each with one effect: a transaction per batch, offsets committed after it.
 */
public final class LimitIntake {
  private final Connection connection;
  private final Consumer<byte[], byte[]> consumer;
  private final Positions positions;
  private final IntakeBatch batch;
  private final EventDecoder decoder = new EventDecoder();

  private LimitIntake(Connection connection, Consumer<byte[], byte[]> consumer) {
    this.connection = connection;
    this.consumer = consumer;
    this.positions = new Positions(connection);
    this.batch = new IntakeBatch(connection);
  }

  /** Takes the address of the database and that of the broker. */
  public static void main(String[] arguments) throws Exception {
    Consumer<byte[], byte[]> consumer = Polling.consumer(arguments[1], "libraryd-lifecycle");
    try (Connection connection = Session.open(arguments[0])) {
      new LimitIntake(connection, consumer).run();
    }
  }

  private void run() throws Exception {
    consumer.subscribe(
        List.of(Polling.TOPIC),
        new ConsumerRebalanceListener() {
          @Override
          public void onPartitionsAssigned(Collection<TopicPartition> partitions) {
            seek(partitions);
          }

          @Override
          public void onPartitionsRevoked(Collection<TopicPartition> partitions) {}
        });
    Polling.run(consumer, this::take);
  }

  private void take(ConsumerRecords<byte[], byte[]> records) throws Exception {
    List<Event> events = new ArrayList<>(records.count());
    for (ConsumerRecord<byte[], byte[]> source : records) {
      events.add(decoder.decode(source));
    }
    batch.take(events);
    positions.advance(Polling.offsets(records));
    connection.commit();
    consumer.commitAsync(Polling.offsets(records), null);
  }

  private void seek(Collection<TopicPartition> partitions) {
    try {
      positions.seek(consumer, partitions);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }
}
