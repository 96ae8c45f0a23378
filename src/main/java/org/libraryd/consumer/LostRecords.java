package org.libraryd.consumer;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.jboss.logging.Logger;

/** Takes in again what the database has lost, from the topic, without touching the group. */
final class LostRecords {
  /** Takes earlier records in, before those that are waiting. */
  interface Again {
    /** Returns how many of the records had an effect, which is to say that they had been lost. */
    int take(List<ConsumerRecord<byte[], byte[]>> records);
  }

  private static final Logger LOG = Logger.getLogger(LostRecords.class);
  private static final Duration POLL = Duration.ofMillis(100);
  private static final int RECORDS_MAX = 2000;

  private final IntakeSource source;
  private final PositionBook book;

  LostRecords(IntakeSource source, PositionBook book) {
    this.source = source;
    this.book = book;
  }

  /** Takes in all records of a partition between two offsets that the topic still has. */
  void takeAgain(TopicPartition partition, long from, long to, Again again) {
    int effects = 0;
    try (var records = book.open(source, RECORDS_MAX)) {
      List<TopicPartition> one = List.of(partition);
      records.assign(one);
      long begin = records.beginningOffsets(one).getOrDefault(partition, 0L);
      long end = Math.min(to, records.endOffsets(one).getOrDefault(partition, 0L));
      if (begin > from) {
        LOG.warnf(
            "%s: offsets %d to %d of %s are gone from the topic before this database had them",
            source.consumer(), from, Math.min(begin, to) - 1, partition);
      }
      records.seek(partition, Math.max(begin, from));
      while (records.position(partition) < end) {
        List<ConsumerRecord<byte[], byte[]>> lost = new ArrayList<>();
        for (ConsumerRecord<byte[], byte[]> record : records.poll(POLL)) {
          if (record.offset() < to) {
            lost.add(record);
          }
        }
        if (!lost.isEmpty()) {
          int missing = again.take(lost);
          // Where others own a partition in quick turns, a position may fall behind and nothing
          // else.
          if (missing > 0 && effects == 0) {
            LOG.warnf(
                "%s: the database has gone back on %s, to offset %d where %d had been reached;"
                    + " what lies between is taken in again",
                source.consumer(), partition, from, to);
          }
          effects += missing;
          book.rewound(source, missing);
        }
        book.unlessStopping();
      }
    }
    if (effects > 0) {
      LOG.infof(
          "%s: %d records of %s had been lost and are in again",
          source.consumer(), effects, partition);
    }
  }
}
