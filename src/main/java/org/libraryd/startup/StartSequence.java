package org.libraryd.startup;

import io.quarkus.runtime.Quarkus;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import jakarta.enterprise.event.Event;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.IntConsumer;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;
import org.libraryd.health.Causes;

/**
 * No record is read and no schedule runs before every step is done; a step that cannot be done yet
 * is tried again without end, so the process outlives a database or a broker that is away. Only
 * what no waiting cures ends it, with exit code 1.
 */
@Singleton
public class StartSequence {
  private static final Logger LOG = Logger.getLogger(StartSequence.class);

  private final List<StartStep> steps;
  private final Backoff backoff;
  private final IntConsumer exit;
  private final Runnable started;
  private final Thread thread = new Thread(this::run, "libraryd-start");
  private volatile @Nullable String waitingFor;
  private volatile @Nullable String trouble;

  @Inject
  StartSequence(
      ConfigurationStep configuration,
      DatabaseStep database,
      MigrationStep migration,
      TopicsStep topics,
      TopicSettingsStep topicSettings,
      RetentionStep retention,
      PositionsStep positions,
      PipelineStep pipeline,
      Event<PipelineStarted> started) {
    this(
        List.of(
            configuration,
            database,
            migration,
            topics,
            topicSettings,
            retention,
            positions,
            pipeline),
        new Backoff(Duration.ofMillis(200), Duration.ofSeconds(5)),
        Quarkus::asyncExit,
        () -> started.fire(new PipelineStarted()));
  }

  StartSequence(List<StartStep> steps, Backoff backoff, IntConsumer exit, Runnable started) {
    this.steps = steps;
    this.backoff = backoff;
    this.exit = exit;
    this.started = started;
    this.waitingFor = steps.get(0).name();
    thread.setDaemon(true);
  }

  /** What the start waits for; empty once the pipeline runs. */
  public Optional<String> waitingFor() {
    return Optional.ofNullable(waitingFor);
  }

  /** Why the step could not be done when it was last tried; empty before that. */
  public Optional<String> trouble() {
    return Optional.ofNullable(trouble);
  }

  void onStart(@Observes StartupEvent event) {
    thread.start();
  }

  void onStop(@Observes ShutdownEvent event) {
    thread.interrupt();
  }

  void run() {
    try {
      for (StartStep step : steps) {
        waitingFor = step.name();
        complete(step);
      }
      waitingFor = null;
      LOG.info("The pipeline runs");
      started.run();
    } catch (RefusedStartException e) {
      LOG.fatal(e.getMessage());
      exit.accept(1);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void complete(StartStep step) throws InterruptedException {
    String told = "";
    for (int failures = 0; ; failures++) {
      try {
        step.attempt();
        trouble = null;
        if (failures > 0) {
          LOG.infof("No longer waiting for %s", step.name());
        }
        return;
      } catch (RefusedStartException | InterruptedException e) {
        throw e;
      } catch (Exception e) {
        String cause = Causes.describe(e);
        trouble = cause;
        if (!cause.equals(told)) {
          LOG.warnf("Waiting for %s: %s", step.name(), cause);
          told = cause;
        }
        Thread.sleep(backoff.after(failures).toMillis());
      }
    }
  }
}
