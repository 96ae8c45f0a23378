package org.libraryd.relay;

import io.smallrye.reactive.messaging.kafka.KafkaClientService;
import io.smallrye.reactive.messaging.kafka.KafkaProducer;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.Map;
import org.apache.kafka.clients.producer.Producer;
import org.eclipse.microprofile.reactive.messaging.Channel;
import org.eclipse.microprofile.reactive.messaging.Emitter;
import org.libraryd.trace.MessageSpans;

/**
 * The Kafka producer of channel {@code relay}, used past the channel: the channel sends a failed
 * message again after its successors, and costs ten times as much per record.
 */
@ApplicationScoped
class RelayProducer {
  private static final String CHANNEL = "relay";
  private static final Duration CREATION = Duration.ofSeconds(5);

  private final KafkaClientService clients;
  private final MessageSpans spans;

  /**
   * @param channel never used; a channel that nobody refers to does not exist
   */
  RelayProducer(
      KafkaClientService clients, @Channel(CHANNEL) Emitter<byte[]> channel, MessageSpans spans) {
    this.clients = clients;
    this.spans = spans;
  }

  /**
   * Creates the producer at its first call.
   *
   * @throws RuntimeException if it cannot be created, as when no broker's name can be resolved
   */
  Sender sender() {
    Producer<byte[], byte[]> producer =
        channel().runOnSendingThread(created -> created).await().atMost(CREATION);
    return spans.areOn() ? new TracedSender(producer::send, spans) : producer::send;
  }

  Map<String, ?> configuration() {
    return channel().configuration();
  }

  private KafkaProducer<byte[], byte[]> channel() {
    return clients.getProducer(CHANNEL);
  }
}
