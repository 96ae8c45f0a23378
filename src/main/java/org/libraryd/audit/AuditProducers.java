package org.libraryd.audit;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.kafka.KafkaClientMetrics;
import jakarta.annotation.PreDestroy;
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

  private final MeterRegistry registry;
  private @Nullable AuditProducer producer;
  private @Nullable KafkaClientMetrics metrics;

  @Inject
  AuditProducers(MeterRegistry registry) {
    this.registry = registry;
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

  private synchronized Producer<byte[], byte[]> create(Map<String, ?> configuration) {
    Producer<byte[], byte[]> client =
        new KafkaProducer<>(
            new HashMap<>(configuration), new ByteArraySerializer(), new ByteArraySerializer());
    // Quarkus would bind them too, and let them go, thread and all, only with the application.
    releaseMetrics();
    metrics = new KafkaClientMetrics(client);
    metrics.bindTo(registry);
    return client;
  }

  private void releaseMetrics() {
    if (metrics != null) {
      metrics.close();
      metrics = null;
    }
  }

  @PreDestroy
  synchronized void close() {
    if (producer != null) {
      producer.close();
    }
    releaseMetrics();
  }
}
