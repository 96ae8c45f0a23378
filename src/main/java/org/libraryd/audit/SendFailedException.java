package org.libraryd.audit;

import java.util.List;
import org.apache.kafka.common.InvalidRecordException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.RecordBatchTooLargeException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.SerializationException;

/** Says which record of a transaction the broker refused, and whether it would do so again. */
final class SendFailedException extends KafkaException {

  private static final long serialVersionUID = 1L;

  /** Everything else (missing topic, authorisation, time-outs) can pass by itself. */
  private static final List<Class<? extends Exception>> PERMANENT =
      List.of(
          RecordTooLargeException.class,
          RecordBatchTooLargeException.class,
          InvalidRecordException.class,
          SerializationException.class);

  private final int position;
  private final Exception answer;

  /**
   * @param position of the record in its transaction, from 0
   * @param cause the broker's or the client's answer for this record
   */
  SendFailedException(int position, Exception cause) {
    super("record %d of the transaction was refused: %s".formatted(position, cause), cause);
    this.position = position;
    this.answer = cause;
  }

  int position() {
    return position;
  }

  boolean isPermanent() {
    return isPermanent(answer);
  }

  String reason() {
    return answer.getClass().getSimpleName();
  }

  static boolean isPermanent(Throwable failure) {
    return PERMANENT.stream().anyMatch(type -> type.isInstance(failure));
  }
}
