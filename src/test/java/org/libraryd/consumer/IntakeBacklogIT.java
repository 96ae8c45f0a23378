package org.libraryd.consumer;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.smallrye.config.SmallRyeConfigBuilder;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.libraryd.health.GroupView;
import org.libraryd.support.BrokerProcess;
import org.libraryd.wire.TopicConfig;

/** When the backlog is taken in, on a real broker with a topic and a group for each test. */
class IntakeBacklogIT {
  private static final BrokerProcess BROKER = BrokerProcess.start();

  private final String name = "backlog-" + UUID.randomUUID();
  private final IntakeBacklog backlog = backlog();

  @AfterAll
  static void stop() {
    BROKER.close();
  }

  @BeforeEach
  void createTopic() {
    BROKER.createTopic(name, 2, Map.of());
  }

  @Test
  void emptyTopicIsTakenIn() {
    assertThat(backlog.note()).isTrue();
    assertThat(backlog.isTakenIn()).isTrue();
  }

  @Test
  void recordThatNobodyCommittedIsLeft() throws Exception {
    sendPlain(0, 1);
    backlog.note();

    assertThat(backlog.isTakenIn()).isFalse();
    commit(0, 1);
    assertThat(backlog.isTakenIn()).isTrue();
  }

  @Test
  void oneRecordOnOnePartitionIsEnough() throws Exception {
    sendPlain(0, 5);
    sendPlain(1, 5);
    commit(0, 5);
    commit(1, 4);
    backlog.note();

    assertThat(backlog.isTakenIn()).isFalse();
  }

  @Test
  void recordsThatCameLaterDoNotCount() throws Exception {
    sendPlain(0, 3);
    commit(0, 3);
    backlog.note();
    sendPlain(0, 3);
    sendPlain(1, 3);

    assertThat(backlog.isTakenIn()).isTrue();
  }

  @Test
  void topicThatEndsInATransactionMarkerIsTakenIn() throws Exception {
    sendInTransaction(2, true);
    backlog.note();

    assertThat(backlog.isTakenIn()).isFalse();
    // As the intake commits: after the last record, and before the marker.
    commit(0, 2);
    assertThat(backlog.isTakenIn()).isTrue();
  }

  @Test
  void topicThatEndsInAbortedRecordsIsTakenIn() throws Exception {
    sendPlain(0, 2);
    commit(0, 2);
    sendInTransaction(500, false);
    backlog.note();

    assertThat(backlog.isTakenIn()).isTrue();
    sendPlain(0, 1);
    backlog.note();
    assertThat(backlog.isTakenIn()).isFalse();
  }

  @Test
  void brokerThatDoesNotAnswerLeavesTheBacklogUnknown() throws Exception {
    backlog.note();
    BROKER.pause();
    try {
      assertThat(backlog.note()).isFalse();
      assertThat(backlog.isTakenIn()).isFalse();
    } finally {
      BROKER.resume();
    }
  }

  private IntakeBacklog backlog() {
    TopicConfig topics =
        new SmallRyeConfigBuilder()
            .withMapping(TopicConfig.class)
            .withDefaultValue("libraryd.topic.loan", name)
            .build()
            .getConfigMapping(TopicConfig.class);
    GroupView view = new GroupView(Map.of("bootstrap.servers", BROKER.bootstrap()), BROKER.admin());
    return new IntakeBacklog(view, topics, name);
  }

  private void sendPlain(int partition, int records) throws Exception {
    try (var producer = producer(Map.of())) {
      send(producer, partition, records);
    }
  }

  private void sendInTransaction(int records, boolean commit) throws Exception {
    try (var producer = producer(Map.of(ProducerConfig.TRANSACTIONAL_ID_CONFIG, name))) {
      producer.initTransactions();
      producer.beginTransaction();
      send(producer, 0, records);
      if (commit) {
        producer.commitTransaction();
      } else {
        producer.abortTransaction();
      }
    }
  }

  private void send(KafkaProducer<byte[], byte[]> producer, int partition, int records)
      throws Exception {
    for (int i = 0; i < records; i++) {
      producer.send(new ProducerRecord<>(name, partition, null, ("r" + i).getBytes(UTF_8))).get();
    }
  }

  private KafkaProducer<byte[], byte[]> producer(Map<String, Object> more) {
    Map<String, Object> settings = new HashMap<>(more);
    settings.put(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, BROKER.bootstrap());
    return new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer());
  }

  private void commit(int partition, long offset) throws Exception {
    try (Admin admin = BROKER.admin()) {
      admin
          .alterConsumerGroupOffsets(
              name, Map.of(new TopicPartition(name, partition), new OffsetAndMetadata(offset)))
          .all()
          .get();
    }
  }
}
