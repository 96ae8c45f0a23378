package org.libraryd.model;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Puts a corpus on its topic, so that each record lies where the corpus says. */
public final class CorpusProducer implements AutoCloseable {

  private static final int PATIENCE_MS = 300_000;

  private final KafkaProducer<byte[], byte[]> producer;

  public CorpusProducer(String bootstrap) {
    producer =
        new KafkaProducer<>(
            Map.of(
                ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrap,
                // A broker may be away for as long as a scenario wants it to be.
                ProducerConfig.MAX_BLOCK_MS_CONFIG, PATIENCE_MS,
                ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, PATIENCE_MS),
            new ByteArraySerializer(),
            new ByteArraySerializer());
  }

  /** Sends the records in order and returns when the broker has them all. */
  public void send(List<EventCorpus.Item> items) {
    List<Future<RecordMetadata>> answers = new ArrayList<>();
    items.forEach(item -> answers.add(producer.send(item.sent())));
    producer.flush();
    for (int i = 0; i < items.size(); i++) {
      Arrival.Source place = items.get(i).arrival().source();
      RecordMetadata answer = answer(answers.get(i));
      if (answer.partition() != place.partition() || answer.offset() != place.offset()) {
        throw new IllegalStateException(
            "the topic was not empty: " + answer + " instead of " + place);
      }
    }
  }

  /** Sends one record, wherever it comes to lie, and returns when the broker has it. */
  public void send(ProducerRecord<byte[], byte[]> record) {
    answer(producer.send(record));
  }

  @Override
  public void close() {
    producer.close();
  }

  private static RecordMetadata answer(Future<RecordMetadata> future) {
    try {
      return future.get();
    } catch (ExecutionException e) {
      throw new IllegalStateException(e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }
}
