package org.libraryd.consumer;

import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.apache.kafka.clients.consumer.Consumer;
import org.libraryd.health.GroupView;
import org.libraryd.idempotency.Advance;
import org.libraryd.idempotency.PositionRepository;

@ApplicationScoped
class DatabasePositionBook implements PositionBook {
  private final PositionRepository positions;
  private final GroupView groups;
  private final IntakeConfig config;
  private final Stop stop;
  private final IntakeMetrics metrics;

  DatabasePositionBook(
      PositionRepository positions,
      GroupView groups,
      IntakeConfig config,
      Stop stop,
      IntakeMetrics metrics) {
    this.positions = positions;
    this.groups = groups;
    this.config = config;
    this.stop = stop;
    this.metrics = metrics;
  }

  @Override
  public Map<Integer, Long> stored(IntakeSource source) {
    return positions.find(source.consumer(), source.topic());
  }

  @Override
  public long begin(IntakeSource source, int partition, long passed) {
    // A group without an offset here has taken nothing in, so nothing can be missing.
    return begin(source, partition, committed(source).containsKey(partition), passed);
  }

  @Override
  public void admit(IntakeSource source) {
    Map<Integer, Long> missing = committed(source);
    missing.keySet().removeAll(stored(source).keySet());
    if (!missing.isEmpty() && config.missingPositions() == MissingPositions.REFUSE) {
      throw new MissingPositionException(source, new TreeSet<>(missing.keySet()));
    }
    missing.forEach((partition, offset) -> begin(source, partition, true, offset));
  }

  private long begin(IntakeSource source, int partition, boolean suspect, long passed) {
    long next =
        !suspect
            ? passed
            : switch (config.missingPositions()) {
              case REFUSE -> throw new MissingPositionException(source, partition);
              case COMMITTED -> passed;
              case EARLIEST -> 0;
            };
    positions.begin(source.consumer(), source.topic(), partition, next);
    return stored(source).getOrDefault(partition, next);
  }

  @Override
  public void advance(IntakeSource source, List<Advance> advances) {
    positions.advance(source.consumer(), advances);
  }

  @Override
  public Map<Integer, Long> committed(IntakeSource source) {
    return groups.committed(source.group(), source.topic());
  }

  @Override
  public Consumer<byte[], byte[]> open(IntakeSource source, int records) {
    return groups.open(source.group(), records);
  }

  @Override
  public void rewound(IntakeSource source, int records) {
    metrics.rewound(source.consumer(), records);
  }

  @Override
  public void unlessStopping() {
    stop.pause(Duration.ZERO);
  }
}
