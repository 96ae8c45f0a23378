package org.libraryd.audit;

import io.smallrye.mutiny.Uni;
import io.smallrye.reactive.messaging.kafka.KafkaClientService;
import io.smallrye.reactive.messaging.kafka.KafkaConsumer;
import io.smallrye.reactive.messaging.kafka.KafkaProducer;
import io.smallrye.reactive.messaging.kafka.api.IncomingKafkaRecordBatchMetadata;
import io.smallrye.reactive.messaging.kafka.transactions.KafkaTransactions;
import jakarta.annotation.PreDestroy;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.eclipse.microprofile.reactive.messaging.Channel;
import org.eclipse.microprofile.reactive.messaging.Incoming;
import org.eclipse.microprofile.reactive.messaging.Message;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;
import org.libraryd.health.Causes;
import org.libraryd.wire.TopicConfig;

/**
 * Copies each record of the loan topic to the audit topic exactly once per source offset, in order
 * per partition, and stops on no record.
 *
 * <p>Copies and offsets are one Kafka transaction. After a failure the consumer returns to the
 * committed offsets and smaller transactions are tried; a record that is refused for good even when
 * it is alone is replaced by a stub.
 */
@ApplicationScoped
public class AuditForwarder {

  static final String SOURCE = "audit-source";
  static final String TARGET = "audit";

  private static final Logger LOG = Logger.getLogger(AuditForwarder.class);

  private final KafkaTransactions<byte[]> transactions;
  private final KafkaClientService clients;
  private final AuditMetrics metrics;
  private final AuditCopy copies;
  private final int batchSize;
  private final Pace pace;

  /** The record whose place a stub takes when it is read again. */
  private volatile @Nullable Refusal refusal;

  private volatile boolean stopped;

  @Inject
  AuditForwarder(
      @Channel(TARGET) KafkaTransactions<byte[]> transactions,
      KafkaClientService clients,
      AuditMetrics metrics,
      AuditConfig config,
      TopicConfig topics) {
    this.transactions = transactions;
    this.clients = clients;
    this.metrics = metrics;
    this.copies = new AuditCopy(topics.audit());
    this.batchSize = config.batchBytes();
    this.pace = new Pace(config.transactionRecords(), RandomGenerator.getDefault());
  }

  /**
   * Forwards one batch.
   *
   * @return completes, never fails: what was not committed is delivered again
   */
  @Incoming(SOURCE)
  Uni<Void> forward(
      ConsumerRecords<byte[], byte[]> records,
      IncomingKafkaRecordBatchMetadata<byte[], byte[]> metadata) {
    List<ConsumerRecord<byte[], byte[]>> batch = new ArrayList<>(records.count());
    records.forEach(batch::add);
    return forward(batch, metadata)
        .onFailure(TransactionFailure.class)
        .recoverWithUni(this::giveBack);
  }

  private Uni<Void> forward(
      List<ConsumerRecord<byte[], byte[]>> rest,
      IncomingKafkaRecordBatchMetadata<byte[], byte[]> metadata) {
    if (rest.isEmpty()) {
      return Uni.createFrom().voidItem();
    }
    int size = Math.min(pace.size(), rest.size());
    List<ConsumerRecord<byte[], byte[]>> chunk = rest.subList(0, size);
    return Uni.createFrom()
        .deferred(() -> copy(chunk, metadata))
        .onFailure()
        .transform(cause -> new TransactionFailure(chunk, cause))
        .invoke(() -> committed(chunk))
        .chain(() -> forward(rest.subList(size, rest.size()), metadata));
  }

  private Uni<Void> copy(
      List<ConsumerRecord<byte[], byte[]>> chunk,
      IncomingKafkaRecordBatchMetadata<byte[], byte[]> metadata) {
    List<ProducerRecord<byte[], byte[]>> outgoing = chunk.stream().map(this::copy).toList();
    // The emitter sends one by one, and again after a failure; in bulk through the same producer
    // the transaction is the same and far cheaper.
    KafkaProducer<byte[], byte[]> producer = clients.getProducer(TARGET);
    return transactions.withTransaction(
        Message.of(chunk).addMetadata(Chunks.metadata(chunk, metadata)),
        emitter ->
            producer.runOnSendingThread(
                client -> {
                  new TransactionSender(batchSize).send(client, outgoing);
                }));
  }

  private ProducerRecord<byte[], byte[]> copy(ConsumerRecord<byte[], byte[]> source) {
    Refusal refused = refusal;
    return refused != null && refused.isOf(source)
        ? copies.stub(source, refused.reason())
        : copies.verbatim(source);
  }

  private void committed(List<ConsumerRecord<byte[], byte[]>> chunk) {
    pace.succeeded();
    metrics.forwarded(chunk.size());
    Refusal refused = refusal;
    if (refused != null && chunk.stream().anyMatch(refused::isOf)) {
      refusal = null;
      metrics.stub();
    }
  }

  private Uni<Void> giveBack(TransactionFailure failure) {
    metrics.aborted();
    Duration pause = judge(failure);
    return rewind().onItem().delayIt().by(pause);
  }

  private Duration judge(TransactionFailure failure) {
    SendFailedException refused = failure.refused();
    if (refused == null || !refused.isPermanent()) {
      LOG.warnf("%s; it is tried again: %s", failure.getMessage(), Causes.describe(failure));
      return pace.failed(failure.chunk().size());
    }
    if (failure.chunk().size() == 1) {
      refusal = Refusal.of(failure.chunk().get(0), refused.reason());
      LOG.errorf("%s; a stub takes its place: %s", failure.getMessage(), refused);
    }
    pace.suspect(refused.position());
    return Duration.ofMillis(1);
  }

  /**
   * A rewind that fails half-way leaves the partitions paused, so it is repeated until it works. It
   * fails while a transaction of an unknown end holds the offsets: a new producer ends that.
   */
  private Uni<Void> rewind() {
    KafkaConsumer<byte[], byte[]> consumer = clients.getConsumer(SOURCE);
    return consumer
        .resetToLastCommittedPositions()
        .onFailure()
        .call(() -> clients.getProducer(TARGET).initTransactions().onFailure().recoverWithNull())
        .onFailure(failure -> !stopped)
        .retry()
        .withBackOff(Duration.ofMillis(100), Duration.ofSeconds(5))
        .indefinitely()
        .invoke(metrics::rewound)
        .onFailure()
        .recoverWithNull();
  }

  @PreDestroy
  void stop() {
    stopped = true;
  }

  /** One source record and why the audit topic refuses it for good. */
  private record Refusal(String topic, int partition, long offset, String reason) {

    static Refusal of(ConsumerRecord<?, ?> source, String reason) {
      return new Refusal(source.topic(), source.partition(), source.offset(), reason);
    }

    boolean isOf(ConsumerRecord<?, ?> source) {
      return offset == source.offset()
          && partition == source.partition()
          && topic.equals(source.topic());
    }
  }
}
