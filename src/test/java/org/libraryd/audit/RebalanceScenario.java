package org.libraryd.audit;

import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ConsumerGroupDescription;
import org.apache.kafka.common.GroupState;

/** A group that changes while transactions are open, twice for a join and twice for a leave. */
final class RebalanceScenario {

  private static final Duration LIMIT = Duration.ofSeconds(60);

  private RebalanceScenario() {}

  static void run(String bootstrap, AuditTopics topics, String assignor) throws Exception {
    for (int round = 0; round < 2; round++) {
      SendGate.shut();
      topics.produce(200);
      SendGate.awaitTransaction();
      GroupPeer peer = new GroupPeer(bootstrap, assignor);
      long passed = SendGate.passed();
      SendGate.open();
      await("the transaction is over and others have come")
          .atMost(LIMIT)
          .until(() -> SendGate.passed() > passed + 40);
      SendGate.shut();
      topics.produce(200);
      SendGate.awaitTransaction();
      peer.close();
      awaitOneMember(bootstrap);
      SendGate.open();
    }
    topics.awaitEachExactlyOnce(LIMIT);
  }

  private static void awaitOneMember(String bootstrap) {
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", bootstrap))) {
      await("the group has one member")
          .atMost(LIMIT)
          .until(
              () -> {
                Collection<ConsumerGroupDescription> groups =
                    admin
                        .describeConsumerGroups(List.of(AuditConfig.DEFAULT_GROUP))
                        .all()
                        .get()
                        .values();
                return groups.stream()
                    .allMatch(
                        group ->
                            group.groupState() == GroupState.STABLE && group.members().size() == 1);
              });
    }
  }
}
