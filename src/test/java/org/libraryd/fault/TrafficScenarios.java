package org.libraryd.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.libraryd.model.Kind.CREATED;
import static org.libraryd.model.Verdict.APPLIED;

import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.libraryd.model.Draft;
import org.libraryd.model.Script;

/** Records that fit no topic, and so many different ones that a careless service would grow. */
@Tag("faults")
class TrafficScenarios {

  private static final Map<String, String> COMPACTED = Map.of("cleanup.policy", "compact");

  @Scenario(id = "A10", fault = "no key and an empty key, targets compacted")
  void aRecordWithoutKeyHasItsEffectAndItsStub(Run run) {
    run.stage().recreate(Stage.TOPICS.changed(), 3, COMPACTED);
    run.stage().recreate(Stage.TOPICS.audit(), 3, COMPACTED);
    Script script = new Script(Stage.TOPICS.loan(), 3);
    byte[] none = null;
    script
        .accepted(0, Draft.of(script.event(CREATED, "A10-1")).key(none), APPLIED)
        .accepted(0, Draft.of(script.event(CREATED, "A10-2")).key(new byte[0]), APPLIED);
    for (int loan = 0; loan < 100; loan++) {
      script.accepted(loan % 3, Draft.of(script.event(CREATED, "A10-" + (3 + loan))), APPLIED);
    }
    run.given(script.corpus());
    run.expectStubs(1);
    // Such a topic keeps records for ever, which the guard would refuse.
    run.start(Map.of("LIBRARYD_RETENTION_GUARD", "warn")).awaitReady();
    run.send();
    run.awaitRest(Duration.ofSeconds(30));
  }

  @Scenario(id = "A43", fault = "20,000 different loans, ids and types, then 50 fences")
  void metricsDoNotGrowWithTheInput(Run run) {
    int events = 20_000;
    int known = 20;
    Script script = new Script(Stage.TOPICS.loan(), 3);
    for (int i = 0; i < events + known; i++) {
      Draft created = Draft.of(script.event(CREATED, "A43-" + i));
      if (i % 2 == 0) {
        script.accepted(i % 3, created, APPLIED);
      } else {
        script.refused(i % 3, created.member("type", "\"type-" + i + "\""), "unknown-type");
      }
    }
    for (int fence = 0; fence < 50; fence++) {
      script.sentinel(fence % 3);
    }
    run.given(script.corpus());
    Service service = run.start(Map.of()).awaitReady();
    run.send(0, known);
    run.awaitCopied(known);
    run.awaitCommitted();
    int before = service.metrics().all();
    run.send(known, known + events);
    run.awaitCommitted();
    assertThat(service.metrics().all()).isLessThanOrEqualTo(before + 20);

    run.faultBegins();
    for (int fence = 0; fence < 50; fence++) {
      OpenTransaction.fence(run.stage().broker().bootstrap(), ForwarderScenarios.ID);
      run.send(known + events + fence, known + events + fence + 1);
      await("its copy is made")
          .atMost(Run.RECOVERY)
          .until(() -> run.progress().lag("libraryd-audit", Stage.TOPICS.loan()) == 0);
    }
    run.faultEnds();
    run.awaitRest();
    assertThat(service.metrics().all()).isLessThanOrEqualTo(before + 20);
  }
}
