package org.libraryd.deploy;

import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.ConfigMap;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ScramCredentialInfo;
import org.apache.kafka.clients.admin.ScramMechanism;
import org.apache.kafka.clients.admin.UserScramCredentialUpsertion;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclBindingFilter;
import org.apache.kafka.common.security.scram.ScramLoginModule;
import org.apache.kafka.metadata.authorizer.StandardAuthorizer;
import org.libraryd.deploy.KafkaRights.Right;
import org.libraryd.support.BrokerProcess;
import org.libraryd.support.ServerKey;

/**
 * The service's user at a real broker, who signs on over TLS, as production does, and may do what
 * he was granted and no more. The broker asks those who come through its proxy for their name; all
 * others may do everything. Each change returns when the broker goes by it.
 */
public final class BrokerUser {
  private static final String NAME = "libraryd";
  private static final String PASSWORD = "not-so-secret";
  private static final String LOGIN = ScramLoginModule.class.getName() + " required";
  private static final ScramMechanism MECHANISM = ScramMechanism.SCRAM_SHA_512;
  private static final int ITERATIONS = 4096;
  private static final ServerKey KEY = ServerKey.make();

  private final BrokerProcess broker;

  public BrokerUser(BrokerProcess broker) {
    this.broker = broker;
  }

  /** Starts a broker at which the user can sign on, without any right. */
  public static BrokerProcess startBroker() {
    List<String> settings = new ArrayList<>(KEY.of("proxied"));
    settings.addAll(
        List.of(
            "listener.security.protocol.map=CONTROLLER:PLAINTEXT,CLIENT:PLAINTEXT,PROXIED:SASL_SSL",
            "sasl.enabled.mechanisms=" + MECHANISM.mechanismName(),
            "listener.name.proxied.scram-sha-512.sasl.jaas.config=" + LOGIN + ";",
            "authorizer.class.name=" + StandardAuthorizer.class.getName(),
            "super.users=User:ANONYMOUS"));
    BrokerProcess broker = BrokerProcess.startWithProxy(settings.toArray(String[]::new));
    try (Admin admin = broker.admin()) {
      done(
          admin
              .alterUserScramCredentials(
                  List.of(
                      new UserScramCredentialUpsertion(
                          NAME, new ScramCredentialInfo(MECHANISM, ITERATIONS), PASSWORD)))
              .all());
    }
    return broker;
  }

  /** Returns what production's site says of the broker, with the user's password. */
  public static Map<String, String> environment() {
    Map<String, String> all =
        new HashMap<>(Manifest.only(Manifest.PRODUCTION, ConfigMap.class).getData());
    all.keySet().removeIf(variable -> !variable.startsWith("KAFKA_"));
    all.remove("KAFKA_BOOTSTRAP_SERVERS");
    all.replace("KAFKA_SSL_TRUSTSTORE_LOCATION", KEY.certificate().toString());
    all.put(
        "KAFKA_SASL_JAAS_CONFIG",
        "%s username=\"%s\" password=\"%s\";".formatted(LOGIN, NAME, PASSWORD));
    return all;
  }

  /** Gives him the rights that are deployed. */
  public void grantAll() {
    grant(KafkaRights.deployed());
  }

  public void grant(Collection<Right> rights) {
    List<AclBinding> granted = rights.stream().map(right -> right.of(NAME)).toList();
    try (Admin admin = broker.admin()) {
      done(admin.createAcls(granted).all());
      await("rights are granted").until(() -> known(admin).containsAll(granted));
    }
  }

  public void revoke(Right right) {
    AclBinding revoked = right.of(NAME);
    try (Admin admin = broker.admin()) {
      done(admin.deleteAcls(List.of(revoked.toFilter())).all());
      await("the right is revoked").until(() -> !known(admin).contains(revoked));
    }
  }

  private static Collection<AclBinding> known(Admin admin) {
    return done(admin.describeAcls(AclBindingFilter.ANY).values());
  }

  private static <T> T done(KafkaFuture<T> answer) {
    return answer.toCompletionStage().toCompletableFuture().join();
  }
}
