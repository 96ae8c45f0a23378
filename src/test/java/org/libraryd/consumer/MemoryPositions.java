package org.libraryd.consumer;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.common.TopicPartition;
import org.libraryd.idempotency.Advance;

/** A database that a test can put back in time, and a topic that can be read again. */
final class MemoryPositions implements PositionBook {
  final Map<Integer, Long> stored = new HashMap<>();
  final Map<Integer, Long> committed = new HashMap<>();
  final List<ConsumerRecord<byte[], byte[]>> topic = new ArrayList<>();
  int rewound;
  int opened;

  @Override
  public Map<Integer, Long> stored(IntakeSource source) {
    return Map.copyOf(stored);
  }

  @Override
  public Map<Integer, Long> committed(IntakeSource source) {
    return Map.copyOf(committed);
  }

  @Override
  public long begin(IntakeSource source, int partition, long passed) {
    if (committed.containsKey(partition)) {
      throw new MissingPositionException(source, partition);
    }
    stored.put(partition, passed);
    return passed;
  }

  @Override
  public void admit(IntakeSource source) {
    throw new UnsupportedOperationException();
  }

  @Override
  public void advance(IntakeSource source, List<Advance> advances) {
    advances.forEach(move -> stored.put(move.partition(), move.to()));
  }

  @Override
  public Consumer<byte[], byte[]> open(IntakeSource source, int records) {
    opened++;
    TopicPartition partition = new TopicPartition(source.topic(), 0);
    MockConsumer<byte[], byte[]> consumer =
        new MockConsumer<>("earliest") {
          @Override
          public synchronized void seek(TopicPartition where, long offset) {
            super.seek(where, offset);
            topic.stream().filter(record -> record.offset() >= offset).forEach(this::addRecord);
          }
        };
    long end = topic.stream().mapToLong(record -> record.offset() + 1).max().orElse(0);
    consumer.updateBeginningOffsets(Map.of(partition, 0L));
    consumer.updateEndOffsets(Map.of(partition, end));
    return consumer;
  }

  @Override
  public void rewound(IntakeSource source, int records) {
    rewound += records;
  }

  @Override
  public void unlessStopping() {
    // Never does.
  }
}
