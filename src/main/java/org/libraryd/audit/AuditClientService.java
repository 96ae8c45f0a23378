package org.libraryd.audit;

import io.smallrye.reactive.messaging.kafka.KafkaClientService;
import io.smallrye.reactive.messaging.kafka.KafkaConsumer;
import io.smallrye.reactive.messaging.kafka.KafkaProducer;
import jakarta.annotation.Priority;
import jakarta.decorator.Decorator;
import jakarta.decorator.Delegate;
import jakarta.enterprise.inject.Any;
import jakarta.inject.Inject;
import java.util.List;
import java.util.Set;

/**
 * Hands {@link AuditProducer} to everyone who asks for the producer of the audit channel, {@code
 * KafkaTransactions} included; all other clients stay SmallRye's.
 *
 * <p>The emitter of the audit channel is not among them: it would send through SmallRye's own
 * producer, outside the transaction.
 */
@Decorator
@Priority(1)
class AuditClientService implements KafkaClientService {

  private final KafkaClientService delegate;
  private final AuditProducers producers;

  @Inject
  AuditClientService(@Any @Delegate KafkaClientService delegate, AuditProducers producers) {
    this.delegate = delegate;
    this.producers = producers;
  }

  @Override
  @SuppressWarnings("unchecked") // the audit channel carries bytes
  public <K, V> KafkaProducer<K, V> getProducer(String channel) {
    KafkaProducer<K, V> managed = delegate.getProducer(channel);
    return channel.equals(AuditForwarder.TARGET) && managed != null
        ? (KafkaProducer<K, V>) producers.get(managed.configuration())
        : managed;
  }

  @Override
  public <K, V> List<KafkaConsumer<K, V>> getConsumers(String channel) {
    return delegate.getConsumers(channel);
  }

  @Override
  public Set<String> getConsumerChannels() {
    return delegate.getConsumerChannels();
  }

  @Override
  public Set<String> getProducerChannels() {
    return delegate.getProducerChannels();
  }
}
