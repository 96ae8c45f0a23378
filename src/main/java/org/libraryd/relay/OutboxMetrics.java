package org.libraryd.relay;

import static io.quarkus.scheduler.Scheduled.ConcurrentExecution.SKIP;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.runtime.StartupEvent;
import io.quarkus.scheduler.Scheduled;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.time.Duration;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;
import org.libraryd.relay.OutboxUpkeepRepository.Counts;
import org.libraryd.watchdog.Stall;
import org.libraryd.watchdog.Stalls;

/**
 * The outbox's gauges, counted in the background: a scrape costs no statement. {@code unsent} and
 * {@code oldest.age} leave out held rows, which wait for a person and not for the relay.
 */
@ApplicationScoped
class OutboxMetrics {
  private static final Duration SUSPICIOUS = Duration.ofSeconds(10);

  private final OutboxUpkeepRepository outbox;
  private final MeterRegistry registry;
  private final Stall stall;
  private volatile Counts counts = Counts.NONE;

  OutboxMetrics(OutboxUpkeepRepository outbox, MeterRegistry registry, Stalls stalls) {
    this.outbox = outbox;
    this.registry = registry;
    this.stall = stalls.of(OutboxRelay.PART);
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
    stall.sample(counts.unsent() > 0);
    if (stall.age().compareTo(SUSPICIOUS) >= 0) {
      // Perhaps another relay is faster every time.
      outbox.sincePublished().ifPresent(stall::movedAgo);
    }
  }

  private void gauge(String name, @Nullable String unit, ToDoubleFunction<Counts> value) {
    Gauge.builder("libraryd.outbox." + name, () -> value.applyAsDouble(counts))
        .baseUnit(unit)
        .register(registry);
  }
}
