package org.libraryd.fault;

import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.awaitility.core.ConditionTimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * How long it takes until all that lay on the loan topic is through: taken in, copied, published,
 * and what follows from it published too.
 */
final class Recovery {

  private static final String NOTICE = "libraryd-notice";
  private static final String AUDIT = "libraryd-audit";
  private static final Duration INTERVAL = Duration.ofMillis(500);
  private static final Duration LEAST = Duration.ofSeconds(1);

  private final Run run;
  private final BooleanSupplier givenUp;
  private final StringBuilder steps = new StringBuilder();
  private final long start = System.nanoTime();

  private Recovery(Run run, BooleanSupplier givenUp) {
    this.run = run;
    this.givenUp = givenUp;
  }

  /** Returns the time from now on, or nothing where it was given up or took too long. */
  static @Nullable Duration measure(Run run, BooleanSupplier givenUp) {
    Recovery recovery = new Recovery(run, givenUp);
    boolean through = recovery.isThrough();
    String end =
        through ? "recovered" : givenUp.getAsBoolean() ? "not left alone" : "NOT RECOVERED";
    System.out.println("         " + end + recovery.steps);
    return through ? recovery.age() : null;
  }

  private boolean isThrough() {
    Map<Integer, Long> ends = run.progress().ends(Stage.TOPICS.loan());
    return step("taken in", covered(Ground.INTAKE, Stage.TOPICS.loan(), ends))
        && step("copied", covered(AUDIT, Stage.TOPICS.loan(), ends))
        && step("published", published())
        && step(
            "noticed",
            covered(NOTICE, Stage.TOPICS.changed(), run.progress().ends(Stage.TOPICS.changed())))
        && step("published", published());
  }

  private BooleanSupplier covered(String group, String topic, Map<Integer, Long> ends) {
    return () -> {
      Map<Integer, Long> committed = run.progress().offsets(group, topic);
      return ends.entrySet().stream()
          .allMatch(end -> committed.getOrDefault(end.getKey(), 0L) >= end.getValue());
    };
  }

  private BooleanSupplier published() {
    long last = run.count("SELECT coalesce(max(id), 0) FROM outbox");
    return () ->
        run.count("SELECT count(*) FROM outbox WHERE NOT published AND id <= " + last) == 0;
  }

  private boolean step(String name, BooleanSupplier condition) {
    Duration left = Run.RECOVERY.minus(age());
    try {
      await()
          .atMost(left.compareTo(LEAST) > 0 ? left : LEAST)
          .pollInterval(INTERVAL)
          .until(() -> condition.getAsBoolean() || givenUp.getAsBoolean());
    } catch (ConditionTimeoutException e) {
      return false;
    }
    boolean done = !givenUp.getAsBoolean() || condition.getAsBoolean();
    if (done) {
      steps.append(
          String.format(Locale.ROOT, ", %s after %.1f s", name, age().toMillis() / 1000.0));
    }
    return done;
  }

  private Duration age() {
    return Duration.ofNanos(System.nanoTime() - start);
  }
}
