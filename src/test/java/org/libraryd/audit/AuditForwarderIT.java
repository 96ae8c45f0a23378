package org.libraryd.audit;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.libraryd.audit.AuditTopics.record;
import static org.libraryd.audit.AuditTopics.text;

import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.smallrye.reactive.messaging.ChannelRegistry;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.RangeAssignor;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.libraryd.support.OnH2;

/** The forwarder of a running application against a real broker. */
@QuarkusTest
@TestProfile(AuditForwarderIT.Profile.class)
class AuditForwarderIT {

  private static final String TRANSACTIONAL_ID = "libraryd-loan-tx-1";
  private static final Duration LIMIT = Duration.ofSeconds(30);

  @Inject
  @ConfigProperty(name = "kafka.bootstrap.servers")
  String bootstrap;

  @Inject ChannelRegistry channels;
  @Inject MeterRegistry registry;

  private AuditTopics topics;

  @BeforeEach
  void start() {
    topics = new AuditTopics(bootstrap);
    channels.getPausable(AuditForwarder.SOURCE).resume();
  }

  @AfterEach
  void stop() {
    SendGate.open();
    topics.close();
  }

  @Test
  void keyValueAndHeadersArriveByteForByte() {
    ProducerRecord<byte[], byte[]> source =
        new ProducerRecord<>(AuditTopics.LOAN, null, new byte[] {0, -1, 7}, null);
    source.headers().add("event-id", "one".getBytes(UTF_8));
    source.headers().add("empty", new byte[0]);
    source.headers().add("nothing", null);
    source.headers().add("event-id", new byte[] {-128, 0, 127});
    topics.produce(List.of(source));

    topics.awaitEachExactlyOnce(LIMIT);

    ConsumerRecord<byte[], byte[]> copy =
        topics.copies().stream()
            .filter(record -> record.headers().lastHeader("nothing") != null)
            .findAny()
            .orElseThrow();
    assertThat(copy.key()).isEqualTo(source.key());
    assertThat(copy.value()).isNull();
    Header[] headers = copy.headers().toArray();
    assertThat(headers).startsWith(source.headers().toArray());
    assertThat(headers)
        .extracting(Header::key)
        .endsWith("source-topic", "source-partition", "source-offset", "source-timestamp")
        .hasSize(8);
  }

  @Test
  void recordsThatTheAuditTopicRefusesBecomeStubsAndTheirNeighboursPass() throws Exception {
    alterAuditTopic(Map.of("max.message.bytes", "20000", "cleanup.policy", "compact"));
    try {
      topics.produce(
          List.of(
              record("L-1", "before"),
              record("L-1", "x".repeat(70_000)),
              record("L-1", "between"),
              new ProducerRecord<>(AuditTopics.LOAN, 0, null, "no key".getBytes(UTF_8)),
              record("L-1", "after")));

      topics.awaitEachExactlyOnce(LIMIT);
    } finally {
      alterAuditTopic(Map.of("max.message.bytes", "1048588", "cleanup.policy", "delete"));
    }

    List<ConsumerRecord<byte[], byte[]>> stubs =
        topics.copies().stream()
            .filter(copy -> copy.headers().lastHeader(AuditCopy.STUB) != null)
            .toList();
    assertThat(stubs)
        .extracting(stub -> text(stub, AuditCopy.STUB))
        .containsExactlyInAnyOrder("RecordTooLargeException", "InvalidRecordException");
    assertThat(stubs)
        .extracting(stub -> new String(stub.key(), UTF_8))
        .contains("L-1")
        .anyMatch(key -> key.startsWith("libraryd.loan-0-"));
    assertThat(topics.copies())
        .extracting(copy -> copy.value() == null ? "" : new String(copy.value(), UTF_8))
        .contains("before", "between", "after");
  }

  @Test
  void aFencedProducerIsReplacedWithoutLossOrRepeat() throws Exception {
    SendGate.shut();
    topics.produce(100);
    SendGate.awaitTransaction();
    try (KafkaProducer<byte[], byte[]> twin = twin()) {
      twin.initTransactions();
      SendGate.open();
      topics.awaitEachExactlyOnce(LIMIT);
    }
  }

  @Test
  void aPeerThatJoinsAndLeavesInTheMiddleOfTransactionsCostsNoRecord() throws Exception {
    RebalanceScenario.run(bootstrap, topics, RangeAssignor.class.getName());
    assertThat(registry.counter("libraryd.audit.rewound").count()).isPositive();
  }

  private KafkaProducer<byte[], byte[]> twin() {
    return new KafkaProducer<>(
        Map.of("bootstrap.servers", bootstrap, "transactional.id", TRANSACTIONAL_ID),
        new ByteArraySerializer(),
        new ByteArraySerializer());
  }

  private void alterAuditTopic(Map<String, String> settings) throws Exception {
    ConfigResource topic = new ConfigResource(ConfigResource.Type.TOPIC, AuditTopics.AUDIT);
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", bootstrap))) {
      List<AlterConfigOp> changes =
          settings.entrySet().stream()
              .map(
                  setting ->
                      new AlterConfigOp(
                          new ConfigEntry(setting.getKey(), setting.getValue()),
                          AlterConfigOp.OpType.SET))
              .toList();
      admin.incrementalAlterConfigs(Map.of(topic, changes)).all().get();
      await("the topic is altered")
          .atMost(LIMIT)
          .until(
              () -> {
                Collection<Config> now = admin.describeConfigs(List.of(topic)).all().get().values();
                return now.stream()
                    .flatMap(config -> config.entries().stream())
                    .filter(entry -> settings.containsKey(entry.name()))
                    .allMatch(entry -> entry.value().equals(settings.get(entry.name())));
              });
    }
  }

  /** Small transactions that the test can hold open. */
  public static class Profile extends OnH2 {
    @Override
    public Map<String, String> getConfigOverrides() {
      Map<String, String> overrides = new HashMap<>(super.getConfigOverrides());
      overrides.put("libraryd.audit.transaction-records", "20");
      overrides.put("mp.messaging.outgoing.audit.interceptor.classes", SendGate.class.getName());
      return overrides;
    }
  }
}
