package org.libraryd.consumer;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.apache.kafka.common.TopicPartition;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;
import org.libraryd.idempotency.Advance;
import org.libraryd.idempotency.PositionMovedException;
import org.libraryd.wire.Delivery;

/**
 * Keeps in the database how far one consumer is, so that no record is passed over when the database
 * goes back in time and the group's offsets do not: what lies between the two is taken in again
 * before anything later is.
 *
 * <p>A position is a lower bound: every record before it is in this database. Each batch moves it
 * from where this process left it, in the batch's own transaction; a position that is elsewhere
 * rolls the batch back and is looked at:
 *
 * <ul>
 *   <li>below what has been taken in: the database went back. The records between are read again,
 *       without touching the group. Duplicates among them are harmless; where there are none at all
 *       (transaction markers, aborted or expired records), nothing had been lost.
 *   <li>above the first batch of this process: a person reset the group, or a crash came before the
 *       offsets were committed. That is obeyed, and the position follows down: kept high it would
 *       hide that the database went back meanwhile. A topic that was created anew is the same.
 *   <li>above what this process itself had left: another process has the partition by now, and this
 *       one is late. Its batch takes effect and leaves the position to the other, whose moves would
 *       roll it back again and again.
 *   <li>none, though the group has offsets: see {@link MissingPositions}.
 * </ul>
 *
 * <p>A position that is too low costs duplicates and nothing else; so a late owner that does move
 * one down does no harm. Not thread-safe.
 */
final class IntakePositions {
  /** Records that have no outcome yet although later ones have. */
  interface Unsettled {
    /** The lowest offset of them, or {@link Long#MAX_VALUE} where there is none. */
    long lowest(TopicPartition partition);
  }

  /**
   * What this process knows of a partition.
   *
   * @param stored the position as this process left it in the database
   * @param passed the offset before which this process has taken everything in, or holds it back
   * @param floor the least that the next move may go to
   */
  private record Known(long stored, long passed, long floor) {
    long target(long next, long unsettled) {
      return Math.min(Math.max(next, floor), unsettled);
    }
  }

  private static final int TRIES_MAX = 3;
  private static final Logger LOG = Logger.getLogger(IntakePositions.class);

  private final IntakeSource source;
  private final PositionBook book;
  private final Unsettled unsettled;
  private final LostRecords lost;
  private final Map<TopicPartition, Known> known = new HashMap<>();
  private final Set<TopicPartition> doubted = new HashSet<>();

  IntakePositions(IntakeSource source, PositionBook book, Unsettled unsettled) {
    this.source = source;
    this.book = book;
    this.unsettled = unsettled;
    this.lost = new LostRecords(source, book);
  }

  /**
   * Commits a batch together with the positions it moves.
   *
   * @param commit runs the transaction, with these moves inside
   * @throws PositionMovedException where others move the positions at each of several tries
   */
  void commit(List<Delivery> batch, LostRecords.Again again, Consumer<List<Advance>> commit) {
    Map<TopicPartition, Long> first = new HashMap<>();
    batch.forEach(delivery -> first.putIfAbsent(partition(delivery), delivery.source().offset()));
    Map<TopicPartition, Long> next = next(batch);
    Map<TopicPartition, Long> own = new HashMap<>(next);
    for (int tries = 0; tries < TRIES_MAX; tries++) {
      own.keySet().removeAll(confirm(first, again));
      if (move(advances(own), commit)) {
        passed(next);
        return;
      }
    }
    throw new PositionMovedException(source.consumer());
  }

  /** Takes note of a batch whose records all have an outcome, or are held back. */
  void passed(List<Delivery> batch) {
    passed(next(batch));
  }

  /**
   * Looks at the positions of partitions, as no record may come that would show them wrong, and
   * moves them behind what was not committed as a batch.
   */
  void check(Set<TopicPartition> partitions, LostRecords.Again again) {
    // Before the positions are read: those of a partition that moves on never lie below.
    Map<Integer, Long> committed =
        known.keySet().containsAll(partitions) ? Map.of() : book.committed(source);
    Map<TopicPartition, Long> passed = new HashMap<>();
    for (TopicPartition partition : partitions) {
      Known here = known.get(partition);
      Long offset =
          here == null ? committed.get(partition.partition()) : Long.valueOf(here.passed());
      if (offset != null) {
        passed.put(partition, offset);
      }
    }
    doubted.addAll(passed.keySet());
    confirm(passed, again);
    passed.keySet().removeIf(partition -> !isLate(partition));
    move(advances(passed), moves -> book.advance(source, moves));
  }

  private boolean isLate(TopicPartition partition) {
    Known here = known.get(partition);
    return here != null && here.stored() < here.target(here.passed(), unsettled.lowest(partition));
  }

  private boolean move(List<Advance> advances, Consumer<List<Advance>> commit) {
    try {
      commit.accept(advances);
      advances.forEach(
          move ->
              known.computeIfPresent(
                  new TopicPartition(move.topic(), move.partition()),
                  (partition, here) -> new Known(move.to(), here.passed(), 0)));
      return true;
    } catch (PositionMovedException e) {
      LOG.debug("Looked at before it is tried again", e);
      advances.forEach(move -> doubted.add(new TopicPartition(move.topic(), move.partition())));
      return false;
    }
  }

  private void passed(Map<TopicPartition, Long> next) {
    next.forEach(
        (partition, offset) ->
            known.computeIfPresent(
                partition, (key, here) -> new Known(here.stored(), offset, here.floor())));
  }

  private static Map<TopicPartition, Long> next(List<Delivery> batch) {
    Map<TopicPartition, Long> next = new HashMap<>();
    batch.forEach(delivery -> next.put(partition(delivery), delivery.source().offset() + 1));
    return next;
  }

  private static TopicPartition partition(Delivery delivery) {
    return new TopicPartition(delivery.source().topic(), delivery.source().partition());
  }

  /**
   * Brings what is known of partitions and the database together.
   *
   * @param passed what lies before these offsets has been taken in, as far as Kafka or this process
   *     knows
   * @return the partitions that another process has moved on
   */
  private Set<TopicPartition> confirm(Map<TopicPartition, Long> passed, LostRecords.Again again) {
    Set<TopicPartition> overtaken = new HashSet<>();
    Map<TopicPartition, Long> open = new HashMap<>(passed);
    open.keySet()
        .removeIf(partition -> known.containsKey(partition) && !doubted.contains(partition));
    if (!open.isEmpty()) {
      Map<Integer, Long> stored = book.stored(source);
      open.forEach(
          (partition, offset) -> {
            Long position = stored.get(partition.partition());
            long begin =
                position == null ? book.begin(source, partition.partition(), offset) : position;
            if (confirm(partition, offset, begin, again)) {
              overtaken.add(partition);
            }
          });
    }
    return overtaken;
  }

  private boolean confirm(
      TopicPartition partition, long passed, long stored, LostRecords.Again again) {
    Known before = known.get(partition);
    if (before != null && before.stored() == stored) {
      doubted.remove(partition);
      return false;
    }
    boolean overtaken = before != null && stored > before.stored();
    known.put(partition, new Known(stored, passed, overtaken ? stored : 0));
    doubted.remove(partition);
    if (stored < passed) {
      boolean done = false;
      try {
        lost.takeAgain(partition, stored, passed, again);
        passed(Map.of(partition, passed));
        done = true;
      } finally {
        if (!done) {
          restore(partition, before);
        }
      }
    }
    return overtaken;
  }

  /** What was passed is still to be passed. */
  private void restore(TopicPartition partition, @Nullable Known before) {
    if (before == null) {
      known.remove(partition);
    } else {
      known.put(partition, before);
      doubted.add(partition);
    }
  }

  private List<Advance> advances(Map<TopicPartition, Long> next) {
    List<Advance> advances = new ArrayList<>();
    next.forEach(
        (partition, offset) -> {
          Known here = known.get(partition);
          if (here != null) {
            long to = here.target(offset, unsettled.lowest(partition));
            advances.add(new Advance(partition.topic(), partition.partition(), here.stored(), to));
          }
        });
    return advances;
  }
}
