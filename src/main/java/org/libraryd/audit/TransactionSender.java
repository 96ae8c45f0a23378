package org.libraryd.audit;

import java.util.List;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;

/**
 * Sends the records of one transaction in bulk and fails with the most telling answer.
 *
 * <p>Instances are used once, on the producer's sending thread.
 */
final class TransactionSender {

  /** Upper bound of what the record format adds to one record or header. */
  private static final int OVERHEAD_BYTES = 128;

  private final int batchSize;
  private @Nullable SendFailedException failure;

  /**
   * @param batchSize the producer's {@code batch.size} in bytes
   */
  TransactionSender(int batchSize) {
    this.batchSize = batchSize;
  }

  /**
   * Returns when every record is acknowledged.
   *
   * @throws SendFailedException naming a record; one that would be refused again comes first
   */
  void send(Producer<byte[], byte[]> producer, List<ProducerRecord<byte[], byte[]>> records) {
    int position = 0;
    try {
      for (; position < records.size(); position++) {
        send(producer, records.get(position), position);
      }
      producer.flush();
    } catch (KafkaException afterFirstFailure) {
      // A transaction that has failed takes no more records; flushing brings the answers for the
      // ones under way, and these name the culprit.
      producer.flush();
      note(position, afterFirstFailure);
    }
    SendFailedException failed = failure();
    if (failed != null) {
      throw failed;
    }
  }

  private void send(
      Producer<byte[], byte[]> producer, ProducerRecord<byte[], byte[]> record, int position) {
    // kafka-clients retries a batch above the topic's limit until the delivery time-out and then
    // blames every record in it; alone in its batch the culprit is named at once.
    boolean alone = size(record) > batchSize;
    if (alone) {
      producer.flush();
    }
    // Not from the future: its answer to a split batch can be a stack overflow.
    var unused =
        producer.send(
            record,
            (metadata, exception) -> {
              if (exception != null) {
                note(position, exception);
              }
            });
    if (alone) {
      producer.flush();
    }
  }

  private synchronized void note(int position, Exception exception) {
    SendFailedException known = failure;
    boolean moreTelling =
        known == null || (!known.isPermanent() && SendFailedException.isPermanent(exception));
    if (moreTelling) {
      failure = new SendFailedException(position, exception);
    }
  }

  private synchronized @Nullable SendFailedException failure() {
    return failure;
  }

  private static long size(ProducerRecord<byte[], byte[]> record) {
    long size = OVERHEAD_BYTES + length(record.key()) + length(record.value());
    for (Header header : record.headers()) {
      size += OVERHEAD_BYTES + header.key().length() * 3L + length(header.value());
    }
    return size;
  }

  private static long length(byte @Nullable [] bytes) {
    return bytes == null ? 0 : bytes.length;
  }
}
