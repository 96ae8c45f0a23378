package org.libraryd.audit;

import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/** One transaction that was not committed, and the records that were in it. */
final class TransactionFailure extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final transient List<ConsumerRecord<byte[], byte[]>> chunk;

  TransactionFailure(List<ConsumerRecord<byte[], byte[]>> chunk, Throwable cause) {
    super(
        "Audit transaction of %d records from %s-%d@%d on was not committed"
            .formatted(
                chunk.size(),
                chunk.get(0).topic(),
                chunk.get(0).partition(),
                chunk.get(0).offset()),
        cause);
    this.chunk = chunk;
  }

  List<ConsumerRecord<byte[], byte[]>> chunk() {
    return chunk;
  }

  /** The refused record behind it, if the producer named one. */
  @Nullable SendFailedException refused() {
    for (Throwable cause = getCause(); cause != null; cause = cause.getCause()) {
      if (cause instanceof SendFailedException refused) {
        return refused;
      }
    }
    return null;
  }
}
