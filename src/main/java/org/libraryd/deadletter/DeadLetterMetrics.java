package org.libraryd.deadletter;

import static io.quarkus.scheduler.Scheduled.ConcurrentExecution.SKIP;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.runtime.StartupEvent;
import io.quarkus.scheduler.Scheduled;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.util.Map;
import org.libraryd.deadletter.DeadLetter.Status;

/** The gauges of dead_letter, counted in the background: a scrape costs no statement. */
@ApplicationScoped
class DeadLetterMetrics {
  private final DeadLetterRepository repository;
  private final MeterRegistry registry;
  private volatile Map<Status, Long> counts = Map.of();
  private volatile double oldestParkedSeconds;

  DeadLetterMetrics(DeadLetterRepository repository, MeterRegistry registry) {
    this.repository = repository;
    this.registry = registry;
  }

  void register(@Observes StartupEvent event) {
    for (Status status : Status.values()) {
      Gauge.builder("libraryd.dead.letters", () -> count(status))
          .tag("status", status.name())
          .register(registry);
    }
    Gauge.builder("libraryd.parked", () -> count(Status.PARKED)).register(registry);
    Gauge.builder("libraryd.parked.oldest.age", () -> oldestParkedSeconds)
        .baseUnit("seconds")
        .register(registry);
  }

  @Scheduled(every = "{libraryd.outbox.count-interval}", concurrentExecution = SKIP)
  void count() {
    counts = repository.countByStatus();
    oldestParkedSeconds = repository.oldestParkedSeconds();
  }

  private long count(Status status) {
    return counts.getOrDefault(status, 0L);
  }
}
