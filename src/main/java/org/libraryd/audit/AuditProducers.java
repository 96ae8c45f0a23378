package org.libraryd.audit;

import jakarta.annotation.PreDestroy;
import jakarta.enterprise.event.Event;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;

/** Owns the one {@link AuditProducer} of the process and closes it with the application. */
@Singleton
class AuditProducers {

  private final Event<Producer<?, ?>> created;
  private @Nullable AuditProducer producer;

  @Inject
  AuditProducers(Event<Producer<?, ?>> created) {
    this.created = created;
  }

  /**
   * @param configuration of the audit channel; the first one counts
   */
  synchronized AuditProducer get(Map<String, ?> configuration) {
    AuditProducer current = producer;
    if (current == null) {
      current = new AuditProducer(configuration, () -> create(configuration));
      producer = current;
    }
    return current;
  }

  private Producer<byte[], byte[]> create(Map<String, ?> configuration) {
    Producer<byte[], byte[]> client =
        new KafkaProducer<>(
            new HashMap<>(configuration), new ByteArraySerializer(), new ByteArraySerializer());
    // Binds the client's metrics, as SmallRye does for its own clients.
    created.fire(client);
    return client;
  }

  @PreDestroy
  synchronized void close() {
    if (producer != null) {
      producer.close();
    }
  }
}
