package org.libraryd.retention;

import static io.quarkus.scheduler.Scheduled.ConcurrentExecution.SKIP;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import io.quarkus.scheduler.Scheduled;
import jakarta.annotation.Priority;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jboss.logging.Logger;
import org.libraryd.health.Causes;
import org.libraryd.wire.TopicConfig;

/**
 * Knows which windows cover their topics, as the broker said when last asked. A window is covered
 * only while that is certain: before the first answer, after a failed question, or without the
 * right to ask, it is not.
 */
@ApplicationScoped
public class RetentionGuard {
  private static final Logger LOG = Logger.getLogger(RetentionGuard.class);
  private static final Coverage UNKNOWN = new Coverage(Double.NaN, List.of());

  private final Windows windows;
  private final TopicConfig topics;
  private final TopicReaches reaches;
  private final MeterRegistry registry;
  private volatile Map<Window, Coverage> coverages = Map.of();
  private List<String> told = List.of();
  private volatile boolean stopping;

  RetentionGuard(
      Windows windows, TopicConfig topics, TopicReaches reaches, MeterRegistry registry) {
    this.windows = windows;
    this.topics = topics;
    this.reaches = reaches;
    this.registry = registry;
  }

  void register(@Observes StartupEvent event) {
    for (Window window : guarded()) {
      Gauge.builder("libraryd.retention.margin", () -> coverage(window).margin())
          .tag("window", window.label())
          .baseUnit("seconds")
          .register(registry);
    }
  }

  // First of all: the client that asks is closed under a running question.
  void onShutdown(@Observes @Priority(1) ShutdownEvent event) {
    stopping = true;
  }

  /** Whether rows past this window may go. */
  public boolean allows(Window window) {
    return coverage(window).suffices();
  }

  /**
   * Asks the broker and holds all windows against its answer.
   *
   * @return one sentence for each topic and window that is not covered
   * @throws Exception where the broker does not answer; all windows are uncovered then
   */
  public List<String> check() throws Exception {
    Map<Window, Coverage> found = new EnumMap<>(Window.class);
    try {
      List<TopicReach> answers = reaches.read(topics());
      for (Window window : guarded()) {
        List<String> outlived = window.topics(topics);
        found.put(
            window,
            Coverage.of(
                window,
                windows.length(window).orElseThrow(),
                answers.stream().filter(reach -> outlived.contains(reach.topic())).toList()));
      }
    } finally {
      coverages = found;
    }
    return found.values().stream().map(Coverage::complaints).flatMap(Collection::stream).toList();
  }

  @Scheduled(every = "{libraryd.retention.check-interval}", concurrentExecution = SKIP)
  void checkAndTell() throws InterruptedException {
    try {
      tell(check());
    } catch (InterruptedException e) {
      throw e;
    } catch (Exception e) {
      if (stopping) {
        return;
      }
      LOG.debugf("The retention of the topics was not learned: %s", Causes.describe(e));
      tell(List.of("the broker does not tell how long the topics keep their records"));
    }
  }

  /** Says each state once. */
  private void tell(List<String> complaints) {
    if (!complaints.equals(told)) {
      told = complaints;
      if (complaints.isEmpty()) {
        LOG.info("The windows cover their topics again, pruning goes on");
      } else {
        LOG.warnf("Pruning pauses where it is not safe: %s", String.join("; ", complaints));
      }
    }
  }

  private Coverage coverage(Window window) {
    return coverages.getOrDefault(window, UNKNOWN);
  }

  private List<Window> guarded() {
    List<Window> on = new ArrayList<>(List.of(Window.values()));
    on.removeIf(window -> windows.length(window).isEmpty());
    return on;
  }

  private Set<String> topics() {
    Set<String> all = new HashSet<>();
    guarded().forEach(window -> all.addAll(window.topics(topics)));
    return all;
  }
}
