package org.libraryd.relay;

import static io.quarkus.scheduler.Scheduled.ConcurrentExecution.SKIP;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.runtime.StartupEvent;
import io.quarkus.scheduler.Scheduled;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;
import org.libraryd.relay.OutboxUpkeepRepository.Counts;

/**
 * The outbox's gauges, counted in the background: a scrape costs no statement. {@code unsent} and
 * {@code oldest.age} leave out held rows, which wait for a person and not for the relay.
 */
@ApplicationScoped
class OutboxMetrics {
  private final OutboxUpkeepRepository outbox;
  private final MeterRegistry registry;
  private volatile Counts counts = Counts.NONE;

  OutboxMetrics(OutboxUpkeepRepository outbox, MeterRegistry registry) {
    this.outbox = outbox;
    this.registry = registry;
  }

  void register(@Observes StartupEvent event) {
    gauge("unsent", null, Counts::unsent);
    gauge("oldest.age", "seconds", Counts::oldestAge);
    gauge("held", null, Counts::held);
    gauge("quarantined", null, Counts::quarantined);
  }

  @Scheduled(
      every = "{libraryd.outbox.count-interval}",
      concurrentExecution = SKIP,
      skipExecutionIf = RelayNotRunning.class)
  void count() {
    counts = outbox.count();
  }

  private void gauge(String name, @Nullable String unit, ToDoubleFunction<Counts> value) {
    Gauge.builder("libraryd.outbox." + name, () -> value.applyAsDouble(counts))
        .baseUnit(unit)
        .register(registry);
  }
}
