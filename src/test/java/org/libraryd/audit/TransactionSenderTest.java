package org.libraryd.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;

class TransactionSenderTest {

  private static final int BATCH_SIZE = 1_000;

  private final AnsweringProducer producer = new AnsweringProducer();

  @Test
  void theRecordThatIsRefusedForGoodIsNamedBeforeItsNeighbours() {
    producer.answers.put(1, new TimeoutException("batch expired"));
    producer.answers.put(2, new RecordTooLargeException());
    producer.answers.put(3, new KafkaException("the transaction has failed"));

    SendFailedException failure = failure(5);

    assertThat(failure.position()).isEqualTo(2);
    assertThat(failure.isPermanent()).isTrue();
    assertThat(failure.reason()).isEqualTo("RecordTooLargeException");
  }

  @Test
  void aTimeOutBlamesNoRecordForGood() {
    producer.answers.put(3, new TimeoutException("batch expired"));
    assertThat(failure(5).isPermanent()).isFalse();
  }

  @Test
  void aRecordAboveTheBatchSizeTravelsAlone() {
    new TransactionSender(BATCH_SIZE).send(producer, List.of(of(10), of(5_000), of(10)));
    assertThat(producer.sentAtFlush).containsExactly(1, 2, 3);
  }

  private SendFailedException failure(int records) {
    return catchThrowableOfType(
        SendFailedException.class,
        () ->
            new TransactionSender(BATCH_SIZE)
                .send(producer, IntStream.range(0, records).mapToObj(i -> of(10)).toList()));
  }

  private static ProducerRecord<byte[], byte[]> of(int bytes) {
    return new ProducerRecord<>("audit", new byte[bytes]);
  }

  /** Answers each record as told, and at once. */
  private static final class AnsweringProducer extends MockProducer<byte[], byte[]> {

    final Map<Integer, Exception> answers = new HashMap<>();
    final List<Integer> sentAtFlush = new ArrayList<>();
    private int sent;

    AnsweringProducer() {
      super(true, null, new ByteArraySerializer(), new ByteArraySerializer());
    }

    @Override
    public synchronized Future<RecordMetadata> send(
        ProducerRecord<byte[], byte[]> record, Callback callback) {
      callback.onCompletion(null, answers.get(sent++));
      return new CompletableFuture<>();
    }

    @Override
    public synchronized void flush() {
      sentAtFlush.add(sent);
    }
  }
}
