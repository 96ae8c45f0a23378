package org.libraryd.audit;

import io.smallrye.mutiny.Uni;
import io.smallrye.reactive.messaging.kafka.KafkaProducer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InvalidProducerEpochException;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.apache.kafka.common.errors.TransactionAbortedException;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * A transactional producer under which an aborted transaction never looks like a committed one.
 *
 * <p>SmallRye's own producer has two gaps. When a commit fails and the abort after it succeeds, the
 * transaction is reported as done and its records are skipped: here an abort always ends in a
 * failure, so the consumer is rewound. And a fenced or timed-out producer stays dead for good: here
 * it is replaced. A commit whose answer is unknown is not aborted either: the {@code
 * initTransactions} of the replacement ends it one way or the other, and the committed offsets tell
 * which.
 */
final class AuditProducer implements KafkaProducer<byte[], byte[]> {

  private static final Logger LOG = Logger.getLogger(AuditProducer.class);
  private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(5);
  private static final String FENCED_HINT =
      "; either its transaction took too long, or a second process has the same libraryd.instance"
          + " (LIBRARYD_INSTANCE) and libraryd.audit.transactional-id-prefix";

  private final Map<String, ?> configuration;
  private final Supplier<Producer<byte[], byte[]>> factory;
  private final ExecutorService sendingThread =
      Executors.newSingleThreadExecutor(AuditProducer::newThread);

  private volatile @Nullable Producer<byte[], byte[]> producer;
  private volatile @Nullable RuntimeException failedCommit;

  /**
   * @param configuration what {@link #configuration()} answers
   * @param factory makes a producer whose transactions are not initialised yet
   */
  AuditProducer(Map<String, ?> configuration, Supplier<Producer<byte[], byte[]>> factory) {
    this.configuration = configuration;
    this.factory = factory;
  }

  @Override
  public Uni<Void> beginTransaction() {
    return run(
        () -> {
          failedCommit = null;
          try {
            open().beginTransaction();
          } catch (RuntimeException e) {
            replace(e);
            throw e;
          }
        });
  }

  @Override
  public Uni<Void> commitTransaction() {
    return run(
        () -> {
          try {
            open().commitTransaction();
          } catch (RuntimeException e) {
            failedCommit = e;
            throw e;
          }
        });
  }

  /** Always fails, after the transaction is aborted or its producer is given up. */
  @Override
  public Uni<Void> abortTransaction() {
    return run(
        () -> {
          RuntimeException lost = failedCommit != null ? failedCommit : abort();
          if (lost != null) {
            replace(lost);
            if (!isFenced(lost)) {
              end();
            }
          }
          throw new TransactionAbortedException("The audit transaction was not committed", lost);
        });
  }

  /**
   * Ends what the given-up producer left open: the rewind comes next, and the broker keeps its
   * answer back while a transaction holds offsets, until that times out. Who was fenced left
   * nothing, and would only fence in turn.
   */
  private void end() {
    try {
      open();
    } catch (RuntimeException e) {
      LOG.debugf("No new producer yet: %s", e);
    }
  }

  private @Nullable RuntimeException abort() {
    try {
      open().abortTransaction();
      return null;
    } catch (RuntimeException e) {
      return e;
    }
  }

  private Producer<byte[], byte[]> open() {
    Producer<byte[], byte[]> current = producer;
    if (current == null) {
      current = factory.get();
      try {
        current.initTransactions();
      } catch (RuntimeException e) {
        // Left open it would go on initialising, and fence its own successor.
        current.close(Duration.ZERO);
        throw e;
      }
      producer = current;
    }
    return current;
  }

  private void replace(RuntimeException cause) {
    LOG.errorf(
        "The producer with transactional.id %s is given up: %s%s",
        configuration.get("transactional.id"), cause, isFenced(cause) ? FENCED_HINT : "");
    close(Duration.ZERO);
  }

  private static boolean isFenced(RuntimeException cause) {
    return cause instanceof ProducerFencedException
        || cause instanceof InvalidProducerEpochException;
  }

  private void close(Duration timeout) {
    Producer<byte[], byte[]> current = producer;
    producer = null;
    if (current != null) {
      current.close(timeout);
    }
  }

  @Override
  public void close() {
    sendingThread.execute(() -> close(CLOSE_TIMEOUT));
    sendingThread.shutdown();
  }

  @Override
  public Map<String, ?> configuration() {
    return configuration;
  }

  @Override
  public @Nullable Producer<byte[], byte[]> unwrap() {
    return producer;
  }

  @Override
  public <R> Uni<R> runOnSendingThread(Function<Producer<byte[], byte[]>, R> action) {
    return Uni.createFrom().item(() -> action.apply(open())).runSubscriptionOn(sendingThread);
  }

  @Override
  public Uni<Void> runOnSendingThread(Consumer<Producer<byte[], byte[]>> action) {
    return run(() -> action.accept(open()));
  }

  private Uni<Void> run(Runnable action) {
    return Uni.createFrom().voidItem().invoke(action).runSubscriptionOn(sendingThread);
  }

  @Override
  public Uni<RecordMetadata> send(ProducerRecord<byte[], byte[]> record) {
    throw new UnsupportedOperationException("Records go in bulk, on the sending thread");
  }

  @Override
  public Uni<Void> flush() {
    return run(() -> open().flush());
  }

  @Override
  public Uni<List<PartitionInfo>> partitionsFor(String topic) {
    return Uni.createFrom()
        .item(() -> open().partitionsFor(topic))
        .runSubscriptionOn(sendingThread);
  }

  @Override
  public Uni<Void> initTransactions() {
    return run(this::open);
  }

  @Override
  public Uni<Void> sendOffsetsToTransaction(
      Map<TopicPartition, OffsetAndMetadata> offsets, ConsumerGroupMetadata group) {
    return run(() -> open().sendOffsetsToTransaction(offsets, group));
  }

  private static Thread newThread(Runnable task) {
    Thread thread = new Thread(task, "audit-producer");
    thread.setDaemon(true);
    // Kafka loads configured classes, such as interceptors, through this loader.
    thread.setContextClassLoader(AuditProducer.class.getClassLoader());
    return thread;
  }
}
