package org.libraryd.fault;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.libraryd.model.Arrival;
import org.libraryd.model.EventCorpus;
import org.libraryd.model.Progress;
import org.libraryd.model.TopicNames;

/**
 * Looks each second at the offsets that the intake has committed: whatever lies before them must be
 * in the tables, and they never step back.
 *
 * <p>The offsets are read before the tables, so that a commit in between is no complaint. A look
 * that broker or database do not answer is left out.
 */
final class OffsetWatch implements AutoCloseable {

  private static final String GROUP = "libraryd-lifecycle";
  private static final String UNSETTLED =
      """
      SELECT w.event_id, w.source_partition, w.source_offset
        FROM unnest(?, ?, ?) AS w (event_id, source_partition, source_offset)
       WHERE NOT EXISTS (SELECT FROM consumed_event c
                          WHERE c.event_id = w.event_id AND c.consumer = 'loan-lifecycle')
         AND NOT EXISTS (SELECT FROM dead_letter d
                          WHERE d.consumer = 'loan-lifecycle'
                            AND d.source_topic = 'libraryd.loan'
                            AND d.source_partition = w.source_partition
                            AND d.source_offset = w.source_offset)
         AND NOT EXISTS (SELECT FROM dead_letter d WHERE d.event_id = w.event_id)
      """;

  private final Progress progress;
  private final Store store;
  private final Map<Integer, List<EventCorpus.Item>> partitions = new HashMap<>();
  private final Map<Integer, Long> seen = new TreeMap<>();
  private final List<String> complaints = new ArrayList<>();
  private final ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor();

  OffsetWatch(String bootstrap, Store store, EventCorpus corpus) {
    this.progress = new Progress(bootstrap);
    this.store = store;
    for (EventCorpus.Item item : corpus.items()) {
      partitions
          .computeIfAbsent(item.arrival().source().partition(), key -> new ArrayList<>())
          .add(item);
    }
    var unused = thread.scheduleWithFixedDelay(this::look, 1, 1, TimeUnit.SECONDS);
  }

  synchronized List<String> complaints() {
    return List.copyOf(complaints);
  }

  @Override
  public void close() {
    thread.shutdownNow();
    progress.close();
  }

  private void look() {
    try {
      check(progress.offsets(GROUP, TopicNames.STANDARD.loan()));
    } catch (SQLException | IllegalStateException e) {
      // Broker or database are away, as the scenario wants it; the next look sees it all.
    }
  }

  private synchronized void check(Map<Integer, Long> committed) throws SQLException {
    List<Arrival> passed = new ArrayList<>();
    committed.forEach((partition, offset) -> passed.addAll(passed(partition, offset)));
    if (!passed.isEmpty() && store.isShared()) {
      compare(passed);
    }
    seen.putAll(committed);
  }

  private List<Arrival> passed(int partition, long offset) {
    long before = seen.getOrDefault(partition, 0L);
    if (offset < before) {
      complaints.add("partition " + partition + " stepped back from " + before + " to " + offset);
    }
    return partitions.getOrDefault(partition, List.of()).stream()
        .map(EventCorpus.Item::arrival)
        .filter(it -> it.source().offset() >= before && it.source().offset() < offset)
        .filter(arrival -> !(arrival.meaning() instanceof Arrival.Ignored))
        .toList();
  }

  private void compare(List<Arrival> passed) throws SQLException {
    try (Connection connection = store.open();
        PreparedStatement statement = connection.prepareStatement(UNSETTLED)) {
      Object[] ids = passed.stream().map(OffsetWatch::eventId).toArray();
      Object[] places = passed.stream().map(it -> it.source().partition()).toArray();
      Object[] offsets = passed.stream().map(it -> it.source().offset()).toArray();
      statement.setArray(1, connection.createArrayOf("varchar", ids));
      statement.setArray(2, connection.createArrayOf("int", places));
      statement.setArray(3, connection.createArrayOf("bigint", offsets));
      try (ResultSet found = statement.executeQuery()) {
        while (found.next()) {
          complaints.add(
              "passed %d@%d (%s) before it was settled"
                  .formatted(found.getInt(2), found.getLong(3), found.getString(1)));
        }
      }
    }
  }

  private static String eventId(Arrival arrival) {
    return arrival.meaning() instanceof Arrival.Event event ? event.eventId() : "";
  }
}
