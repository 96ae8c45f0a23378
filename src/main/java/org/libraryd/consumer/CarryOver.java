package org.libraryd.consumer;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;
import org.libraryd.wire.Delivery;

/**
 * Deliveries that fail alone, tried again beside later batches, in order, with later events of
 * their loans and later copies of their ids behind them: everything else goes on.
 *
 * <p>Their batches stay unacknowledged, so after a crash they come again. Batches come from one
 * thread; retries run on another, while there is anything to retry.
 */
final class CarryOver {
  private record Entry(LoneDelivery lone, CompletableFuture<Void> settled) {}

  private static final Logger LOG = Logger.getLogger(CarryOver.class);

  private final String consumer;
  private final LoneIntake alone;
  private final IntakeConfig config;
  private final Stop stop;
  private final Executor executor;
  private final List<Entry> waiting = new ArrayList<>();
  private final Map<String, Integer> heldKeys = new HashMap<>();
  private final List<CompletableFuture<Void>> ofThisBatch = new ArrayList<>();
  private boolean retrying;

  CarryOver(String consumer, LoneIntake alone, IntakeFactory factory) {
    this.consumer = consumer;
    this.alone = alone;
    this.config = factory.config();
    this.stop = factory.stop();
    this.executor = factory.executor();
  }

  synchronized int size() {
    return waiting.size();
  }

  /** The lowest offset of a partition that is carried over, or the highest number there is. */
  synchronized long lowest(TopicPartition partition) {
    return waiting.stream()
        .map(entry -> entry.lone().delivery().source())
        .filter(record -> record.partition() == partition.partition())
        .filter(record -> record.topic().equals(partition.topic()))
        .mapToLong(ConsumerRecord::offset)
        .min()
        .orElse(Long.MAX_VALUE);
  }

  /** Waits while so much has been carried over that no more may come. */
  void awaitRoom() {
    while (size() >= config.carryOverMax()) {
      stop.pause(config.backOffMin());
    }
  }

  /** Carries over what must wait for an earlier delivery, and returns the others, in order. */
  synchronized List<Delivery> keepBack(List<Delivery> batch) {
    if (waiting.isEmpty()) {
      return batch;
    }
    List<Delivery> free = new ArrayList<>(batch.size());
    for (Delivery delivery : batch) {
      if (LoneDelivery.keys(delivery).stream().anyMatch(heldKeys::containsKey)) {
        add(new LoneDelivery(delivery));
      } else {
        free.add(delivery);
      }
    }
    return free;
  }

  synchronized void add(LoneDelivery lone) {
    CompletableFuture<Void> settled = new CompletableFuture<>();
    waiting.add(new Entry(lone, settled));
    ofThisBatch.add(settled);
    lone.keys().forEach(key -> heldKeys.merge(key, 1, Integer::sum));
  }

  /**
   * Ends a batch.
   *
   * @return completes when all that was carried over from it has an outcome
   */
  CompletionStage<Void> settled() {
    CompletableFuture<Void> all;
    boolean start;
    synchronized (this) {
      all = CompletableFuture.allOf(ofThisBatch.toArray(CompletableFuture[]::new));
      ofThisBatch.clear();
      start = !retrying && !waiting.isEmpty();
      retrying |= start;
    }
    if (start) {
      executor.execute(this::retry);
    }
    return all;
  }

  private void retry() {
    LOG.warnf(
        "%s: %d records fail alone, or wait behind one that does, for %s at most; others go on",
        consumer, size(), config.stuckAfter());
    BackOff backOff = new BackOff(config, stop);
    try {
      do {
        backOff.pause();
        stop.unlessStopping(this::tryEach);
      } while (!isDone());
      LOG.infof("%s: all records that failed alone have an outcome", consumer);
    } catch (StoppedException e) {
      LOG.infof("%s: %d records that failed alone stay for the next start", consumer, size());
    } catch (RuntimeException | Error e) {
      restartWithNextBatch();
      throw e;
    }
  }

  private synchronized void restartWithNextBatch() {
    retrying = false;
  }

  private synchronized boolean isDone() {
    retrying = !waiting.isEmpty();
    return !retrying;
  }

  private void tryEach() {
    Set<String> held = new HashSet<>();
    for (Entry entry : entries()) {
      List<String> keys = entry.lone().keys();
      if (keys.stream().anyMatch(held::contains) || !alone.settle(entry.lone())) {
        held.addAll(keys);
      } else {
        remove(entry);
        entry.settled().complete(null);
      }
    }
  }

  private synchronized List<Entry> entries() {
    return List.copyOf(waiting);
  }

  private synchronized void remove(Entry entry) {
    waiting.remove(entry);
    entry.lone().keys().forEach(key -> heldKeys.computeIfPresent(key, CarryOver::less));
  }

  private static @Nullable Integer less(String key, Integer count) {
    return count == 1 ? null : count - 1;
  }
}
