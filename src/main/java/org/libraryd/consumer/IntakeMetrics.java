package org.libraryd.consumer;

import io.micrometer.core.instrument.MeterRegistry;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import org.libraryd.idempotency.Deliveries;
import org.libraryd.idempotency.Verdict;
import org.libraryd.wire.Reason;

/** Counts outcomes after the commit. All labels are from closed sets. */
@ApplicationScoped
public class IntakeMetrics {
  private final MeterRegistry registry;

  IntakeMetrics(MeterRegistry registry) {
    this.registry = registry;
  }

  /** Counts what a committed transaction decided. */
  public void count(String consumer, Deliveries deliveries) {
    countVerdicts(consumer, deliveries.verdicts());
    for (Verdict verdict : deliveries.released()) {
      registry.counter("libraryd.parked.released", "outcome", verdict.outcome().name()).increment();
    }
  }

  private void countVerdicts(String consumer, List<Verdict> verdicts) {
    for (Verdict verdict : verdicts) {
      registry
          .counter("libraryd.events", "consumer", consumer, "outcome", verdict.outcome().name())
          .increment();
      Reason reason = verdict.reason();
      if (reason != null) {
        registry.counter("libraryd.rejected", "reason", reason.label()).increment();
      }
    }
  }

  /** Counts a transaction that was tried again because of others. */
  void contention() {
    registry.counter("libraryd.contention").increment();
  }

  /** Counts records whose key is not the loan's id: they are accepted, and the body counts. */
  void foreignKeys(String consumer, int count) {
    registry.counter("libraryd.foreign.keys", "consumer", consumer).increment(count);
  }
}
