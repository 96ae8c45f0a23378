package org.libraryd.fault;

import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** A producer of somebody else that has written one record and says no more. */
final class OpenTransaction implements AutoCloseable {

  private static final String FIFTEEN_MINUTES = "900000";

  private final KafkaProducer<byte[], byte[]> producer;

  private OpenTransaction(KafkaProducer<byte[], byte[]> producer) {
    this.producer = producer;
  }

  /** Writes the record and leaves its transaction open. */
  static OpenTransaction with(String bootstrap, ProducerRecord<byte[], byte[]> record) {
    KafkaProducer<byte[], byte[]> producer =
        transactional(bootstrap, "somebody-else", FIFTEEN_MINUTES);
    producer.initTransactions();
    producer.beginTransaction();
    try {
      producer.send(record).get();
    } catch (ExecutionException e) {
      throw new IllegalStateException(e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
    return new OpenTransaction(producer);
  }

  /** Takes a transactional id over from whoever has it, and leaves at once. */
  static void fence(String bootstrap, String transactionalId) {
    try (KafkaProducer<byte[], byte[]> producer =
        transactional(bootstrap, transactionalId, "60000")) {
      producer.initTransactions();
    }
  }

  /** Ends the transaction; its record is never read by those who read what is committed. */
  @Override
  public void close() {
    producer.abortTransaction();
    producer.close();
  }

  private static KafkaProducer<byte[], byte[]> transactional(
      String bootstrap, String id, String timeout) {
    return new KafkaProducer<>(
        Map.of(
            "bootstrap.servers", bootstrap,
            "transactional.id", id,
            "transaction.timeout.ms", timeout),
        new ByteArraySerializer(),
        new ByteArraySerializer());
  }
}
