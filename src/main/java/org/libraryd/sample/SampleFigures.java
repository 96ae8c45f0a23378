package org.libraryd.sample;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.arc.profile.IfBuildProfile;
import jakarta.inject.Singleton;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import org.libraryd.wire.TopicConfig;

/** Reads the figures of the sample from the service's own metrics and tables. */
@IfBuildProfile("dev")
@Singleton
class SampleFigures {
  private static final String LIFECYCLE = "loan-lifecycle";
  private static final String NOTICE = "loan-notice";

  private final MeterRegistry registry;
  private final SampleRepository tables;
  private final TopicConfig topics;

  SampleFigures(MeterRegistry registry, SampleRepository tables, TopicConfig topics) {
    this.registry = registry;
    this.tables = tables;
    this.topics = topics;
  }

  /** Loan events that have an outcome. */
  long handled() {
    return sum("libraryd.events", "consumer", LIFECYCLE);
  }

  long audited() {
    return sum("libraryd.audit.forwarded");
  }

  /** Whether everything that follows from the sample has left the service. */
  boolean drained(long sent) {
    return handled() >= sent
        && audited() >= sent
        && tables.unsent() == 0
        && noticed() >= published().getOrDefault(topics.changed(), 0L)
        && tables.unsent() == 0;
  }

  String summary(long sent) {
    Map<String, Long> published = published();
    Map<String, Long> deadLetters = new LinkedHashMap<>(tables.deadLetters());
    long waiting = deadLetters.getOrDefault("parked", 0L);
    deadLetters.remove("parked");
    String reasons =
        deadLetters.entrySet().stream()
            .map(reason -> reason.getKey() + " " + reason.getValue())
            .collect(Collectors.joining(", "));
    return """
        What became of the sample, %d loan events
          applied    %6d
          unchanged  %6d
          duplicate  %6d
          parked     %6d  %d released by their predecessor, %d still wait for it
          rejected   %6d  %s
          published  %6d  changes, %d notices, %d dead letters
          noticed    %6d  changes read, %d of them made a notice
          audited    %6d"""
        .formatted(
            sent,
            outcome("APPLIED"),
            outcome("UNCHANGED"),
            outcome("DUPLICATE"),
            outcome("PARKED"),
            sum("libraryd.parked.released"),
            waiting,
            outcome("REJECTED"),
            reasons,
            published.getOrDefault(topics.changed(), 0L),
            published.getOrDefault(topics.notice(), 0L),
            published.getOrDefault(topics.dlq(), 0L),
            noticed(),
            sum("libraryd.events", "consumer", NOTICE, "outcome", "APPLIED"),
            audited());
  }

  private Map<String, Long> published() {
    return tables.publishedByTopic();
  }

  private long noticed() {
    return sum("libraryd.events", "consumer", NOTICE);
  }

  private long outcome(String outcome) {
    return sum("libraryd.events", "consumer", LIFECYCLE, "outcome", outcome);
  }

  private long sum(String name, String... labels) {
    return Math.round(
        registry.find(name).tags(labels).counters().stream().mapToDouble(Counter::count).sum());
  }
}
