package org.libraryd.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TransactionAbortedException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class AuditProducerTest {

  private final List<MockProducer<byte[], byte[]>> clients = new ArrayList<>();
  private final AuditProducer producer =
      new AuditProducer(Map.of("transactional.id", "tx-1"), this::client);

  @AfterEach
  void close() {
    producer.close();
  }

  @Test
  void anAbortEndsInAFailureThoughItSucceeds() {
    await(producer.beginTransaction());
    assertThatThrownBy(() -> await(producer.abortTransaction()))
        .isInstanceOf(TransactionAbortedException.class);
    assertThat(client(0).transactionAborted()).isTrue();
    assertThat(client(0).closed()).isFalse();
  }

  @Test
  void aCommitWithUnknownAnswerIsNeverAborted() {
    await(producer.beginTransaction());
    client(0).commitTransactionException = new TimeoutException("no answer");
    assertThatThrownBy(() -> await(producer.commitTransaction()))
        .isInstanceOf(TimeoutException.class);
    assertThatThrownBy(() -> await(producer.abortTransaction()))
        .hasRootCauseInstanceOf(TimeoutException.class);
    assertThat(client(0).transactionAborted()).isFalse();
    assertThat(client(0).closed()).isTrue();

    await(producer.beginTransaction());
    assertThat(client(1).transactionInFlight()).isTrue();
  }

  @Test
  void whatACommitLeftOpenIsEndedBeforeOffsetsAreAskedFor() {
    await(producer.beginTransaction());
    client(0).commitTransactionException = new TimeoutException("no answer");
    assertThatThrownBy(() -> await(producer.commitTransaction()))
        .isInstanceOf(TimeoutException.class);
    assertThatThrownBy(() -> await(producer.abortTransaction()))
        .isInstanceOf(TransactionAbortedException.class);

    assertThat(client(1).transactionInitialized()).isTrue();
  }

  @Test
  void whoWasFencedDoesNotFenceInTurnBeforeItHasSomethingToSend() {
    await(producer.beginTransaction());
    client(0).abortTransactionException = new ProducerFencedException("fenced");
    assertThatThrownBy(() -> await(producer.abortTransaction()))
        .isInstanceOf(TransactionAbortedException.class);

    assertThat(clients).hasSize(1);
  }

  @Test
  void aFencedProducerIsReplacedByTheNextTransaction() {
    await(producer.beginTransaction());
    client(0).abortTransactionException = new ProducerFencedException("fenced");
    assertThatThrownBy(() -> await(producer.abortTransaction()))
        .isInstanceOf(TransactionAbortedException.class);
    await(producer.beginTransaction());
    await(producer.commitTransaction());
    assertThat(clients).hasSize(2);
    assertThat(client(0).closed()).isTrue();
    assertThat(client(1).commitCount()).isEqualTo(1);
  }

  @Test
  void aProducerThatCannotStartIsClosedBeforeTheNextOne() {
    AuditProducer unlucky =
        new AuditProducer(
            Map.of("transactional.id", "tx-1"),
            () -> {
              MockProducer<byte[], byte[]> client = client();
              client.initTransactionException =
                  clients.size() == 1 ? new TimeoutException("no broker") : null;
              return client;
            });
    assertThatThrownBy(() -> await(unlucky.beginTransaction()))
        .isInstanceOf(TimeoutException.class);
    await(unlucky.beginTransaction());
    assertThat(client(0).closed()).isTrue();
    assertThat(client(1).transactionInFlight()).isTrue();
    unlucky.close();
  }

  private MockProducer<byte[], byte[]> client() {
    MockProducer<byte[], byte[]> client =
        new MockProducer<>(true, null, new ByteArraySerializer(), new ByteArraySerializer());
    clients.add(client);
    return client;
  }

  private MockProducer<byte[], byte[]> client(int index) {
    return clients.get(index);
  }

  private static void await(Uni<Void> action) {
    action.await().atMost(Duration.ofSeconds(5));
  }
}
