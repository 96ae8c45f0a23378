package org.libraryd.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.libraryd.model.Kind.CREATED;
import static org.libraryd.model.Verdict.APPLIED;
import static org.libraryd.model.Verdict.DUPLICATE;

import java.time.Duration;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Tag;
import org.libraryd.model.Draft;
import org.libraryd.model.Script;
import org.libraryd.model.TopicReader;
import org.libraryd.support.TcpProxy.Direction;

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

  @Scenario(id = "A02b", fault = "a producer sends again, answers held back for 2 s")
  void whatAnImpatientProducerWroteTwiceIsADuplicate(Run run) {
    Script script = new Script(Stage.TOPICS.loan(), 3);
    Map<String, Draft> drafts = new LinkedHashMap<>();
    for (int loan = 0; loan < 300; loan++) {
      drafts.put("A02-" + loan, Draft.of(script.event("A02-" + loan, CREATED, "A02-" + loan)));
    }
    String direct = run.stage().broker().bootstrap();
    Service service = run.start(Map.of("KAFKA_BOOTSTRAP_SERVERS", direct)).awaitReady();
    run.faultBegins();
    sendImpatiently(run, drafts.values());
    run.faultEnds();

    Set<String> seen = new HashSet<>();
    for (ConsumerRecord<byte[], byte[]> record :
        new TopicReader(direct).read(Stage.TOPICS.loan())) {
      String id = "" + TopicReader.header(record, "event-id");
      Draft draft = Objects.requireNonNull(drafts.get(id));
      script.accepted(record.partition(), draft, seen.add(id) ? APPLIED : DUPLICATE);
    }
    int copies = script.length() - drafts.size();
    assertThat(copies).isPositive();
    run.given(script.corpus());
    run.awaitRest();
    assertThat(service.metrics().sum("libraryd_events_total", "loan-lifecycle", "\"DUPLICATE\""))
        .isEqualTo(copies);
    assertThat(service.process().output()).doesNotContain(" ERROR ");
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
    awaitTopicsInMetrics(service);
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

  /** The meters of Kafka's clients look for topics that they do not know yet once a minute. */
  private static void awaitTopicsInMetrics(Service service) {
    for (String topic :
        List.of(Stage.TOPICS.changed(), Stage.TOPICS.audit(), Stage.TOPICS.deadLetter())) {
      await("what was sent to " + topic + " is in the metrics")
          .atMost(Duration.ofMinutes(2))
          .until(
              () -> service.metrics().sum("kafka_producer_topic_record_send_total", topic + "\""),
              sent -> sent > 0);
    }
  }

  /** The broker writes what it is sent and is not heard, so that it is sent the same once more. */
  private static void sendImpatiently(Run run, Collection<Draft> drafts) {
    Map<String, Object> settings =
        Map.of(
            "bootstrap.servers",
            run.stage().broker().proxiedBootstrap(),
            "enable.idempotence",
            false,
            "retries",
            5,
            "request.timeout.ms",
            500);
    try (KafkaProducer<byte[], byte[]> producer =
        new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer())) {
      int partitions = producer.partitionsFor(Stage.TOPICS.loan()).size();
      int sent = 0;
      for (Draft draft : drafts) {
        if (sent == drafts.size() / 2) {
          producer.flush();
          run.stage().brokerNet().clog(Direction.TO_CLIENT);
        }
        var unused = producer.send(draft.on(Stage.TOPICS.loan(), sent++ % partitions));
      }
      run.hold(Duration.ofSeconds(2));
      run.stage().brokerNet().heal();
    }
  }
}
