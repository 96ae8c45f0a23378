package org.libraryd.idempotency;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The claims of one transaction: those that stand in the table now, and those that will hold when
 * it commits. What differs between the two is written at the end.
 */
final class Claims {
  private final Map<String, Claim> inTable = new HashMap<>();
  private final Map<String, Claim> held = new HashMap<>();
  private final Map<Outcome, List<String>> decidedElsewhere = new EnumMap<>(Outcome.class);
  private final List<String> releasedElsewhere = new ArrayList<>();

  /** A claim that this transaction inserted: it holds once its delivery has been decided. */
  void inserted(Claim claim) {
    inTable.put(claim.eventId(), claim);
  }

  /** A claim that an earlier transaction left. */
  void stored(Claim claim) {
    inTable.put(claim.eventId(), claim);
    held.put(claim.eventId(), claim);
  }

  @Nullable Claim holder(String eventId) {
    return held.get(eventId);
  }

  void hold(Claim claim) {
    held.put(claim.eventId(), claim);
  }

  /** The parked event that held this id has taken effect. */
  void decided(String eventId, Outcome outcome) {
    Claim claim = held.get(eventId);
    if (claim == null) {
      decidedElsewhere.computeIfAbsent(outcome, key -> new ArrayList<>()).add(eventId);
    } else {
      held.put(eventId, claim.with(outcome));
    }
  }

  /** The parked event that held this id can never take effect. */
  void release(String eventId) {
    if (held.remove(eventId) == null) {
      releasedElsewhere.add(eventId);
    }
  }

  /** Writes the difference. */
  void write(String consumer, ConsumedEventRepository repository) {
    List<String> released = new ArrayList<>(releasedElsewhere);
    List<Claim> changed = new ArrayList<>();
    for (Claim claim : inTable.values()) {
      Claim last = held.get(claim.eventId());
      if (last == null) {
        released.add(claim.eventId());
      } else if (!last.equals(claim)) {
        changed.add(last);
      }
    }
    if (!changed.isEmpty()) {
      repository.settle(consumer, changed);
    }
    decidedElsewhere.forEach((outcome, ids) -> repository.decide(consumer, outcome, ids));
    if (!released.isEmpty()) {
      repository.release(consumer, released);
    }
  }
}
