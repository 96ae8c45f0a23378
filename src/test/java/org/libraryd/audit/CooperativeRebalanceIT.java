package org.libraryd.audit;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.smallrye.reactive.messaging.ChannelRegistry;
import jakarta.inject.Inject;
import java.util.Map;
import org.apache.kafka.clients.consumer.CooperativeStickyAssignor;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.junit.jupiter.api.Test;

/**
 * The guard alone, without the eager assignor that production pins: with cooperative rebalancing a
 * member keeps its positions, and SmallRye reports a transaction that met the rebalance as done.
 */
@QuarkusTest
@TestProfile(CooperativeRebalanceIT.Profile.class)
class CooperativeRebalanceIT {

  @Inject
  @ConfigProperty(name = "kafka.bootstrap.servers")
  String bootstrap;

  @Inject ChannelRegistry channels;
  @Inject MeterRegistry registry;

  @Test
  void aPeerThatJoinsAndLeavesInTheMiddleOfTransactionsCostsNoRecord() throws Exception {
    channels.getPausable(AuditForwarder.SOURCE).resume();
    try (AuditTopics topics = new AuditTopics(bootstrap)) {
      RebalanceScenario.run(bootstrap, topics, CooperativeStickyAssignor.class.getName());
    } finally {
      SendGate.open();
    }
    assertThat(registry.counter("libraryd.audit.rewound").count()).isPositive();
  }

  /** As the other tests, but with the assignor that shows the loss. */
  public static final class Profile extends AuditForwarderIT.Profile {
    @Override
    public Map<String, String> getConfigOverrides() {
      Map<String, String> overrides = super.getConfigOverrides();
      overrides.put(
          "mp.messaging.incoming.audit-source.partition.assignment.strategy",
          CooperativeStickyAssignor.class.getName());
      return overrides;
    }
  }
}
