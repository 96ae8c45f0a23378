package org.libraryd.audit;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.errors.TransactionAbortedException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;
import org.libraryd.support.BrokerProcess;

/** Template 4 of the source document on a real broker. */
class AbortedTransactionIT {

  private static final String TOPIC = "aborted";

  @Test
  void readCommittedDoesNotSeeAnAbortedTransactionAndReadUncommittedDoes() {
    try (BrokerProcess broker = BrokerProcess.start();
        AuditTopics topics = new AuditTopics(broker.bootstrap())) {
      broker.createTopics(List.of(TOPIC), 1);
      Map<String, Object> settings =
          Map.of("bootstrap.servers", broker.bootstrap(), "transactional.id", "tx");
      AuditProducer producer =
          new AuditProducer(
              settings,
              () ->
                  new KafkaProducer<>(
                      settings, new ByteArraySerializer(), new ByteArraySerializer()));
      send(producer, "aborted");
      assertThatThrownBy(() -> await(producer.abortTransaction()))
          .isInstanceOf(TransactionAbortedException.class);
      send(producer, "committed");
      await(producer.commitTransaction());
      producer.close();

      assertThat(values(topics, "read_committed")).containsExactly("committed");
      assertThat(values(topics, "read_uncommitted")).containsExactly("aborted", "committed");
    }
  }

  private static void send(AuditProducer producer, String value) {
    await(producer.beginTransaction());
    List<ProducerRecord<byte[], byte[]>> records =
        List.of(new ProducerRecord<>(TOPIC, value.getBytes(UTF_8)));
    await(
        producer.runOnSendingThread(
            client -> {
              new TransactionSender(16_384).send(client, records);
            }));
  }

  private static List<String> values(AuditTopics topics, String isolation) {
    return topics.read(TOPIC, isolation).stream()
        .map(record -> new String(record.value(), UTF_8))
        .toList();
  }

  private static void await(Uni<Void> action) {
    action.await().atMost(Duration.ofSeconds(30));
  }
}
