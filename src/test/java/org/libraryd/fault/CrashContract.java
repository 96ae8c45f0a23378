package org.libraryd.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.libraryd.model.CorpusShape;
import org.libraryd.model.EventCorpus;
import org.libraryd.model.Rest;

/**
 * Killed three times in the middle of 2,000 events, the service leaves what it would have left
 * without.
 */
@Tag("faults")
@ExtendWith(ScenarioExtension.class)
abstract class CrashContract {

  private static final int EVENTS = 2_000;
  private static final int KILLS = 3;
  private static final Duration STEP = Duration.ofMinutes(2);

  private final long seed = EventCorpus.seed();

  abstract Store store(Stage stage);

  @Test
  void threeKillsLeaveOneEffectPerEventAndLoseNothing(Stage stage) {
    stage.clear(3, Map.of());
    try (Run run = new Run(stage, store(stage), "kill", "killed three times on the way")) {
      run.given(EventCorpus.generate(seed, EVENTS, CorpusShape.replaySafe(Stage.TOPICS.loan())));
      run.send();
      Service service = run.start(Run.SMALL_BATCHES);
      run.faultBegins();
      killInTheMiddle(run, service);
      run.faultEnds();
      run.awaitRest();
      run.conclude(null);
    }
  }

  private void killInTheMiddle(Run run, Service service) {
    Rest rest = run.rest();
    Random random = new Random(seed);
    for (int kill = 1; kill <= KILLS; kill++) {
      double share = (kill - random.nextDouble() / 2) / (KILLS + 1);
      long changes = (long) (share * rest.changes());
      long copies = (long) (share * EVENTS);
      // Usually the audit copies run ahead; once they are past the point only the changes tell.
      boolean byAudit =
          random.nextBoolean() && run.progress().written(Stage.TOPICS.audit()) < copies;
      await("kill " + kill + " at " + (byAudit ? copies + " copies" : changes + " changes"))
          .atMost(STEP)
          .pollDelay(Duration.ZERO)
          .pollInterval(Duration.ofMillis(2))
          .until(
              () ->
                  byAudit
                      ? run.progress().written(Stage.TOPICS.audit()) >= copies
                      : run.progress().written(Stage.TOPICS.changed()) >= changes);
      service.kill();
      System.out.printf("killed at %s%n", rest.onBroker());
      assertThat(rest.isReached()).as("all was done before the kill").isFalse();
      service.restart();
    }
  }
}
