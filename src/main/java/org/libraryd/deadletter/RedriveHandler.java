package org.libraryd.deadletter;

import java.util.Collection;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.libraryd.idempotency.Deliveries;
import org.libraryd.wire.Decoded;

/** A consumer whose dead letters can be judged again, by the path that its deliveries take. */
public interface RedriveHandler {
  /** The name under which it claims event ids. */
  String consumer();

  /** Decodes a record as this consumer decodes its deliveries. */
  Decoded decode(ConsumerRecord<byte[], byte[]> source);

  /**
   * Decides stored records as if they were delivered now, in the transaction of the caller, and
   * lets their rows follow.
   *
   * @param deliveries the records of the rows, in order of arrival
   * @return the ids of the rows that were decided; the others have been changed since they were
   *     looked up, or are held, by somebody else: nothing of them was decided, whatever their
   *     verdict says
   */
  Set<String> redrive(Deliveries deliveries, Collection<DeadLetterSummary> rows);
}
