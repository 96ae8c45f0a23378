package org.libraryd.consumer;

import jakarta.transaction.RollbackException;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import org.apache.kafka.common.KafkaException;
import org.libraryd.idempotency.AppliedBefore;
import org.libraryd.idempotency.AppliedBeforeException;
import org.libraryd.idempotency.StaleReadException;

/** What a failed transaction means for its batch: told by the SQLState among the causes. */
public enum FailureKind {
  /** The database is away, or has no room: the same batch again, without end. */
  AVAILABILITY,
  /** Locks, serialisation, and everything not named elsewhere: a few tries, then event by event. */
  CONTENTION,
  /** A value the database refuses: the culprit is looked for. */
  DATA,
  /** A conditional write found another state than was read. */
  STALE_READ,
  /** Events turned out to have been applied before. */
  APPLIED_BEFORE;

  /** H2: in use elsewhere, connection broken, database closed. */
  private static final Set<String> H2_AWAY = Set.of("90020", "90067", "90098", "90121");

  public static FailureKind of(Throwable failure) {
    boolean rolledBack = false;
    for (Throwable cause : causes(failure)) {
      if (cause instanceof StaleReadException) {
        return STALE_READ;
      }
      if (cause instanceof AppliedBeforeException) {
        return APPLIED_BEFORE;
      }
      if (cause instanceof KafkaException || cause instanceof MissingPositionException) {
        return AVAILABILITY;
      }
      if (cause instanceof SQLException sql && sql.getSQLState() != null) {
        return ofState(sql.getSQLState());
      }
      // A pool without a free connection has no state, and a failed commit may have lost it.
      rolledBack |= cause instanceof SQLException || cause instanceof RollbackException;
    }
    return rolledBack ? AVAILABILITY : CONTENTION;
  }

  /** The events that a failure of kind {@link #APPLIED_BEFORE} names. */
  public static Set<AppliedBefore> appliedBefore(Throwable failure) {
    for (Throwable cause : causes(failure)) {
      if (cause instanceof AppliedBeforeException applied) {
        return applied.events();
      }
    }
    throw new IllegalArgumentException("No event was applied before", failure);
  }

  private static FailureKind ofState(String state) {
    return switch (state.length() < 2 ? state : state.substring(0, 2)) {
      case "08", "53" -> AVAILABILITY;
      case "22", "23" -> DATA;
      case "57" -> state.startsWith("57P") ? AVAILABILITY : CONTENTION;
      case "25" -> state.equals("25006") || state.equals("25P03") ? AVAILABILITY : CONTENTION;
      case "90" -> H2_AWAY.contains(state) ? AVAILABILITY : CONTENTION;
      default -> CONTENTION;
    };
  }

  private static Iterable<Throwable> causes(Throwable failure) {
    Set<Throwable> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    Deque<Throwable> open = new ArrayDeque<>();
    Deque<Throwable> found = new ArrayDeque<>();
    open.add(failure);
    while (!open.isEmpty()) {
      Throwable next = open.remove();
      if (seen.add(next)) {
        found.add(next);
        if (next.getCause() != null) {
          open.add(next.getCause());
        }
        open.addAll(List.of(next.getSuppressed()));
        if (next instanceof SQLException sql && sql.getNextException() != null) {
          open.add(sql.getNextException());
        }
      }
    }
    return found;
  }
}
