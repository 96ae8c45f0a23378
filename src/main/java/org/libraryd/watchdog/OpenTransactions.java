package org.libraryd.watchdog;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import org.apache.kafka.common.TopicPartition;

/**
 * Partitions whose committed records have waited for {@link Stall#PATIENCE} behind a transaction
 * that somebody has not ended. The gauge {@code libraryd.held.partitions} counts them.
 */
@Singleton
class OpenTransactions {
  /**
   * @param stable where read_committed readers have to stop
   */
  private record Held(long stable, long since) {}

  private final LongSupplier nanoTime;
  private final Map<TopicPartition, Held> partitions = new ConcurrentHashMap<>();

  @Inject
  OpenTransactions(MeterRegistry registry) {
    this(registry, System::nanoTime);
  }

  OpenTransactions(MeterRegistry registry, LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
    Gauge.builder("libraryd.held.partitions", () -> held().size()).register(registry);
  }

  /** Takes note of where partitions end, for readers of committed records and for all others. */
  void sample(Map<TopicPartition, Long> stable, Map<TopicPartition, Long> ends) {
    partitions.keySet().retainAll(stable.keySet());
    stable.forEach(
        (partition, offset) -> {
          Held before = partitions.get(partition);
          if (ends.getOrDefault(partition, offset) <= offset) {
            partitions.remove(partition);
          } else if (before == null || before.stable() != offset) {
            partitions.put(partition, new Held(offset, nanoTime.getAsLong()));
          }
        });
  }

  List<String> held() {
    long now = nanoTime.getAsLong();
    return partitions.entrySet().stream()
        .filter(held -> now - held.getValue().since() >= Stall.PATIENCE.toNanos())
        .map(held -> held.getKey() + "@" + held.getValue().stable())
        .sorted()
        .toList();
  }
}
