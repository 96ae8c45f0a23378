package org.libraryd.relay;

import org.apache.kafka.common.InvalidRecordException;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.InvalidTopicException;
import org.apache.kafka.common.errors.OutOfOrderSequenceException;
import org.apache.kafka.common.errors.RecordBatchTooLargeException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.errors.SerializationException;

/** What a failed send says about its row. */
enum SendFailure {
  /** Larger than the topic, or this client, takes. The row's fault if it was alone. */
  TOO_LARGE,

  /** The row can never be sent as it is. Its own fault if it was alone. */
  INVALID,

  /**
   * The topic takes nothing now: missing, not permitted, broker away, no answer in time. Never a
   * row's fault.
   */
  UNAVAILABLE,

  /** Anything else, a neighbour's invalid record included. */
  UNCLEAR;

  static SendFailure of(Exception error) {
    if (error instanceof RecordTooLargeException || error instanceof RecordBatchTooLargeException) {
      return TOO_LARGE;
    }
    // InvalidTopicException is an answer about the name itself, unlike a topic that is missing.
    if (error instanceof InvalidRecordException
        || error instanceof InvalidTopicException
        || error instanceof SerializationException
        || error instanceof IllegalArgumentException) {
      return INVALID;
    }
    if (error instanceof RetriableException
        || error instanceof AuthorizationException
        || error instanceof AuthenticationException
        || error instanceof OutOfOrderSequenceException
        || error instanceof InterruptException
        || error instanceof IllegalStateException) {
      return UNAVAILABLE;
    }
    return UNCLEAR;
  }
}
