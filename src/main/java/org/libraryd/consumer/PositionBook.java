package org.libraryd.consumer;

import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.Consumer;
import org.libraryd.idempotency.Advance;

/** The positions in the database, beside the group's offsets at the broker; each by partition. */
interface PositionBook {
  /** The positions that there are. */
  Map<Integer, Long> stored(IntakeSource source);

  /** The group's committed offsets. */
  Map<Integer, Long> committed(IntakeSource source);

  /**
   * Gives a partition its first position, and returns it.
   *
   * @param passed where it begins if nothing speaks against that
   * @throws MissingPositionException where a person has to decide
   */
  long begin(IntakeSource source, int partition, long passed);

  /**
   * Gives every partition in which the group has an offset a position.
   *
   * @throws MissingPositionException where a person has to decide
   */
  void admit(IntakeSource source);

  /** Moves positions, in a transaction of its own. */
  void advance(IntakeSource source, List<Advance> advances);

  /** Opens a consumer that reads the records again; at most so many by a poll. */
  Consumer<byte[], byte[]> open(IntakeSource source, int records);

  /** Counts records that were taken in again, and whose effect the database had lost. */
  void rewound(IntakeSource source, int records);

  /** Ends what takes long when the application stops. */
  void unlessStopping();
}
