package org.libraryd.startup;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class StartSequenceTest {
  private static final Backoff SHORT = new Backoff(Duration.ofMillis(1), Duration.ofMillis(2));

  private final List<String> events = new ArrayList<>();

  @Test
  void everyStepIsDoneInOrderBeforeThePipelineRuns() {
    StartSequence start = sequence(step("a", 0), step("b", 0));

    start.run();

    assertThat(events).containsExactly("a", "b", "started");
    assertThat(start.waitingFor()).isEmpty();
  }

  @Test
  void failingStepIsTriedAgainAndNothingAfterItIsTouched() {
    StartSequence start = sequence(step("a", 3), step("b", 0));

    start.run();

    assertThat(events).containsExactly("a", "a", "a", "a", "b", "started");
  }

  @Test
  void waitingForNamesTheStepThatIsNotDone() {
    List<String> seen = new ArrayList<>();
    StartSequence[] start = new StartSequence[1];
    StartStep watching =
        new Step("the broker", () -> seen.add(start[0].waitingFor().orElse("nothing")));
    start[0] = sequence(step("the database", 0), watching);
    assertThat(start[0].waitingFor()).contains("the database");

    start[0].run();

    assertThat(seen).containsExactly("the broker");
  }

  @Test
  void refusedStartExitsWithOneAndIsNeverReady() {
    StartStep refusing =
        new Step(
            "the configuration",
            () -> {
              throw new RefusedStartException("wrong");
            });
    StartSequence start = sequence(refusing, step("b", 0));

    start.run();

    assertThat(events).containsExactly("exit 1");
    assertThat(start.waitingFor()).contains("the configuration");
  }

  @Test
  void pausesDoubleUpToTheLongest() {
    Backoff backoff = new Backoff(Duration.ofMillis(200), Duration.ofSeconds(5));

    assertThat(backoff.after(0)).isEqualTo(Duration.ofMillis(200));
    assertThat(backoff.after(1)).isEqualTo(Duration.ofMillis(400));
    assertThat(backoff.after(4)).isEqualTo(Duration.ofMillis(3200));
    assertThat(backoff.after(5)).isEqualTo(Duration.ofSeconds(5));
    assertThat(backoff.after(Integer.MAX_VALUE)).isEqualTo(Duration.ofSeconds(5));
  }

  private StartSequence sequence(StartStep... steps) {
    return new StartSequence(
        List.of(steps), SHORT, code -> events.add("exit " + code), () -> events.add("started"));
  }

  private StartStep step(String name, int failures) {
    int[] left = {failures};
    return new Step(
        name,
        () -> {
          events.add(name);
          if (left[0]-- > 0) {
            throw new IOException("away");
          }
        });
  }

  private interface Attempt {
    void run() throws Exception;
  }

  private record Step(String name, Attempt work) implements StartStep {
    @Override
    public void attempt() throws Exception {
      work.run();
    }
  }
}
