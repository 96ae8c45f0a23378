package org.libraryd.consumer;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.libraryd.idempotency.Deliveries;
import org.libraryd.idempotency.Outcome;
import org.libraryd.idempotency.Verdict;
import org.libraryd.watchdog.Stalls;
import org.libraryd.wire.Reason;

/** Counts outcomes after the commit. All labels are from closed sets. */
@ApplicationScoped
public class IntakeMetrics {
  private final MeterRegistry registry;
  private final Stalls stalls;
  private final Counter contention;

  IntakeMetrics(MeterRegistry registry, Stalls stalls) {
    this.registry = registry;
    this.stalls = stalls;
    this.contention = registry.counter("libraryd.contention");
    Stream.of(Reason.values()).forEach(this::rejected);
  }

  /** Shows what belongs to a consumer, so that each counter is seen at 0 before it rises. */
  void begin(String consumer, CarryOver carryOver) {
    registry.gauge(
        "libraryd.carried.over", Tags.of("consumer", consumer), carryOver, CarryOver::size);
    rewound(consumer, 0);
  }

  /** Counts what a committed transaction decided. */
  public void count(String consumer, Deliveries deliveries) {
    if (!deliveries.all().isEmpty()) {
      stalls.of(consumer).moved();
    }
    countVerdicts(consumer, deliveries.verdicts());
    countReleased(deliveries);
  }

  /** Counts the parked events that a committed transaction released. */
  public void countReleased(Deliveries deliveries) {
    for (Deliveries.Released event : deliveries.released()) {
      String outcome = event.verdict().outcome().name();
      registry.counter("libraryd.parked.released", "outcome", outcome).increment();
    }
  }

  private void countVerdicts(String consumer, List<Verdict> verdicts) {
    Map<Outcome, Long> outcomes =
        verdicts.stream().collect(Collectors.groupingBy(Verdict::outcome, Collectors.counting()));
    outcomes.forEach(
        (outcome, count) ->
            registry
                .counter("libraryd.events", "consumer", consumer, "outcome", outcome.name())
                .increment(count));
    verdicts.stream()
        .map(Verdict::reason)
        .filter(Objects::nonNull)
        .forEach(reason -> rejected(reason).increment());
  }

  private Counter rejected(Reason reason) {
    return registry.counter("libraryd.rejected", "reason", reason.label());
  }

  /** Counts a transaction that was tried again because of others. */
  void contention() {
    contention.increment();
  }

  /** Counts records taken in again whose effect the database had lost. */
  void rewound(String consumer, int records) {
    registry.counter("libraryd.intake.rewound", "consumer", consumer).increment(records);
  }

  /** Counts records whose key is not the loan's id: they are accepted, and the body counts. */
  void foreignKeys(String consumer, int count) {
    registry.counter("libraryd.foreign.keys", "consumer", consumer).increment(count);
  }
}
