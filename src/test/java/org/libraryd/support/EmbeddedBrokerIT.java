package org.libraryd.support;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class EmbeddedBrokerIT {
  private static final TopicPartition PARTITION = new TopicPartition("kept", 0);

  private static BrokerProcess broker;

  @BeforeAll
  static void start() {
    broker = BrokerProcess.start();
  }

  @AfterAll
  static void stop() {
    broker.close();
  }

  @Test
  void committedTransactionSurvivesAKill() throws Exception {
    broker.createTopics(List.of("kept"), 1);

    try (KafkaProducer<String, String> producer = producer()) {
      producer.initTransactions();
      producer.beginTransaction();
      producer.send(new ProducerRecord<>("kept", "k", "v")).get();
      producer.commitTransaction();

      broker.pause();
      broker.resume();
      broker.kill();
      broker.restart();
    }

    try (KafkaConsumer<String, String> consumer = consumer()) {
      consumer.assign(List.of(PARTITION));
      consumer.seekToBeginning(List.of(PARTITION));
      assertThat(consumer.poll(Duration.ofSeconds(20)))
          .extracting(r -> r.value())
          .containsOnly("v");
    }
  }

  @Test
  void clearingLeavesRoomForTheSameTopics() throws Exception {
    broker.createTopics(List.of("gone", "again"), 3);

    Topics.clear(broker.bootstrap());
    broker.createTopic("again", 2, Map.of("max.message.bytes", "2000"));

    try (var admin = broker.admin()) {
      assertThat(admin.listTopics().names().get()).containsOnly("again");
    }
  }

  private static KafkaProducer<String, String> producer() {
    return new KafkaProducer<>(
        Map.of("bootstrap.servers", broker.bootstrap(), "transactional.id", "test"),
        new StringSerializer(),
        new StringSerializer());
  }

  private static KafkaConsumer<String, String> consumer() {
    return new KafkaConsumer<>(
        Map.of("bootstrap.servers", broker.bootstrap(), "isolation.level", "read_committed"),
        new StringDeserializer(),
        new StringDeserializer());
  }
}
