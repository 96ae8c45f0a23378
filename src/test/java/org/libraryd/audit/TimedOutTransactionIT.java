package org.libraryd.audit;

import static org.awaitility.Awaitility.await;

import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.smallrye.reactive.messaging.ChannelRegistry;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.TransactionState;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.junit.jupiter.api.Test;

/** A transaction that the broker gives up on, after which SmallRye's own producer stays dead. */
@QuarkusTest
@TestProfile(TimedOutTransactionIT.Profile.class)
class TimedOutTransactionIT {

  private static final String TRANSACTIONAL_ID = "libraryd-loan-tx-1";
  private static final Duration LIMIT = Duration.ofSeconds(30);

  @Inject
  @ConfigProperty(name = "kafka.bootstrap.servers")
  String bootstrap;

  @Inject ChannelRegistry channels;

  @Test
  void theRestIsForwardedWithoutLossOrRepeat() throws Exception {
    channels.getPausable(AuditForwarder.SOURCE).resume();
    try (AuditTopics topics = new AuditTopics(bootstrap);
        Admin admin = Admin.create(Map.of("bootstrap.servers", bootstrap))) {
      topics.produce(60);
      topics.awaitEachExactlyOnce(LIMIT);
      SendGate.shutAfter(5);
      topics.produce(60);
      SendGate.awaitTransaction();
      await("the broker has aborted the transaction")
          .atMost(LIMIT)
          .until(
              () ->
                  admin
                          .describeTransactions(List.of(TRANSACTIONAL_ID))
                          .description(TRANSACTIONAL_ID)
                          .get()
                          .state()
                      == TransactionState.COMPLETE_ABORT);
      SendGate.open();
      topics.awaitEachExactlyOnce(LIMIT);
    } finally {
      SendGate.open();
    }
  }

  /** As the other tests, but transactions may last two seconds only. */
  public static final class Profile extends AuditForwarderIT.Profile {
    @Override
    public Map<String, String> getConfigOverrides() {
      Map<String, String> overrides = super.getConfigOverrides();
      overrides.put("mp.messaging.outgoing.audit.transaction.timeout.ms", "2000");
      // The records before the gate have to be on their way while the test waits.
      overrides.put("mp.messaging.outgoing.audit.linger.ms", "0");
      return overrides;
    }
  }
}
