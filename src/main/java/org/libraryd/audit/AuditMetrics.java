package org.libraryd.audit;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.runtime.Startup;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import org.libraryd.watchdog.Stall;
import org.libraryd.watchdog.Stalls;

/** Counts what the forwarder committed, aborted and read again. */
@Startup
@Singleton
class AuditMetrics {

  private final Stall stall;
  private final Counter forwarded;
  private final Counter stubs;
  private final Counter aborted;
  private final Counter rewound;
  private final Counter gaps;

  @Inject
  AuditMetrics(MeterRegistry registry, Stalls stalls) {
    stall = stalls.of("audit");
    forwarded = registry.counter("libraryd.audit.forwarded");
    stubs = registry.counter("libraryd.audit.stubs");
    aborted = registry.counter("libraryd.audit.aborted");
    rewound = registry.counter("libraryd.audit.rewound");
    gaps = registry.counter("libraryd.audit.gaps");
  }

  /** Records whose copies are committed, stubs included. */
  void forwarded(int records) {
    forwarded.increment(records);
    stall.moved();
  }

  void stub() {
    stubs.increment();
  }

  /** Transactions that were not committed. */
  void aborted() {
    aborted.increment();
  }

  /** Returns to the committed offsets. */
  void rewound() {
    rewound.increment();
  }

  /** Partitions read from a position that the group did not commit. */
  void gap() {
    gaps.increment();
  }
}
