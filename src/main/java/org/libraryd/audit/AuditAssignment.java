package org.libraryd.audit;

import io.smallrye.common.annotation.Identifier;
import io.smallrye.reactive.messaging.kafka.KafkaClientService;
import io.smallrye.reactive.messaging.kafka.KafkaConsumerRebalanceListener;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.util.Collection;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.TopicPartition;
import org.jboss.logging.Logger;
import org.libraryd.health.Causes;

/**
 * Ends what an earlier process of the same transactional id left open, and has gaps reported, when
 * the forwarder joins its group.
 *
 * <p>Until it is ended such a transaction hides all later copies on its partitions from readers of
 * committed records, and its offsets from the member that goes on with them.
 */
@ApplicationScoped
@Identifier("audit")
public class AuditAssignment implements KafkaConsumerRebalanceListener {

  private static final Logger LOG = Logger.getLogger(AuditAssignment.class);

  private final OffsetGapReporter gaps;
  private final KafkaClientService clients;

  @Inject
  AuditAssignment(OffsetGapReporter gaps, KafkaClientService clients) {
    this.gaps = gaps;
    this.clients = clients;
  }

  @Override
  public void onPartitionsAssigned(Consumer<?, ?> consumer, Collection<TopicPartition> partitions) {
    // The next transaction tries again what fails here.
    clients
        .getProducer(AuditForwarder.TARGET)
        .initTransactions()
        .subscribe()
        .with(
            done -> {},
            failure -> LOG.debugf("No producer yet for the audit: %s", Causes.describe(failure)));
    gaps.report(consumer, partitions);
  }
}
