package org.libraryd.relay;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A round's rows of one topic, as lanes of which each has at most one row in flight.
 *
 * <p>Suspect rows come first and go alone: while one waits, nothing else of the topic is sent.
 */
final class TopicQueue {
  final String topic;
  private final Deque<Deque<OutboxRow>> ready = new ArrayDeque<>();
  private int inFlight;
  private boolean exclusive;
  private int acknowledged;
  private @Nullable Exception closedBy;
  private final List<Long> unavailable = new ArrayList<>();

  /**
   * @param rows in order of id
   * @param shuffled whether lanes start in any order, so that a topic that is probed with one row
   *     is not judged by the same unlucky row each time (its partition may be all that is away)
   */
  TopicQueue(String topic, List<OutboxRow> rows, boolean shuffled) {
    this.topic = topic;
    Map<String, Deque<OutboxRow>> lanes = new LinkedHashMap<>();
    for (OutboxRow row : rows) {
      lanes.computeIfAbsent(row.lane(), lane -> new ArrayDeque<>()).add(row);
    }
    List<Deque<OutboxRow>> order = new ArrayList<>(lanes.values());
    if (shuffled) {
      Collections.shuffle(order);
    }
    order.sort(Comparator.comparing(lane -> lane.getFirst().attempts() == 0));
    ready.addAll(order);
  }

  /** The row that would be sent next, or null if no lane is ready or the topic is closed. */
  @Nullable OutboxRow next() {
    Deque<OutboxRow> lane = ready.peek();
    return lane == null || closedBy != null || exclusive ? null : lane.getFirst();
  }

  boolean isIdle() {
    return inFlight == 0;
  }

  /** Takes the next row's lane out until its answer is there. */
  Deque<OutboxRow> send(boolean alone) {
    inFlight++;
    exclusive = alone;
    return ready.remove();
  }

  /** The lane's row in flight was acknowledged: the next one may go. */
  void acknowledge(Deque<OutboxRow> lane) {
    answered();
    acknowledged++;
    lane.remove();
    if (!lane.isEmpty()) {
      ready.add(lane);
    }
  }

  /** The lane's row in flight failed: the lane is out for the round. */
  void fail() {
    answered();
  }

  /** The topic took a row of the lane not at all: it is closed for the round. */
  void unavailable(Deque<OutboxRow> lane, Exception reason) {
    answered();
    unavailable.add(lane.getFirst().id());
    if (closedBy == null) {
      closedBy = reason;
    }
  }

  /** Why the topic was closed, or null if it was not. */
  @Nullable Exception closedBy() {
    return closedBy;
  }

  boolean acknowledgedAny() {
    return acknowledged > 0;
  }

  List<Long> unavailable() {
    return unavailable;
  }

  private void answered() {
    inFlight--;
    exclusive = false;
  }
}
