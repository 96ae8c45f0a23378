package org.libraryd.redrive;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.inject.Singleton;
import java.util.stream.Stream;
import org.jboss.logging.Logger;

/** Tells and counts what a request did: one line per request, and nothing counted of a dry run. */
@Singleton
class RedriveLog {
  private static final Logger LOG = Logger.getLogger(Redrive.class);

  private final MeterRegistry registry;

  RedriveLog(MeterRegistry registry) {
    this.registry = registry;
    Stream.of(RedriveOutcome.values()).forEach(this::counter);
  }

  <R> RedriveReport<R> told(String what, boolean dryRun, RedriveReport<R> report) {
    LOG.infof("%s%s: %s", what, dryRun ? " (dry run, nothing changed)" : "", report.counts());
    if (!dryRun) {
      report.counts().forEach((outcome, count) -> counter(outcome).increment(count));
    }
    return report;
  }

  private Counter counter(RedriveOutcome outcome) {
    return registry.counter("libraryd.redriven", "outcome", outcome.name());
  }
}
