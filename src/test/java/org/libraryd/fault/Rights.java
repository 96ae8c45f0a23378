package org.libraryd.fault;

import static org.apache.kafka.common.acl.AclOperation.DESCRIBE_CONFIGS;
import static org.apache.kafka.common.acl.AclOperation.READ;
import static org.apache.kafka.common.acl.AclOperation.WRITE;
import static org.apache.kafka.common.resource.ResourceType.GROUP;
import static org.apache.kafka.common.resource.ResourceType.TOPIC;
import static org.apache.kafka.common.resource.ResourceType.TRANSACTIONAL_ID;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.acl.AccessControlEntry;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.acl.AclPermissionType;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourceType;

/** What the user of the service may do at a broker that asks; anybody without a name may do all. */
final class Rights {

  /** One right of the service's user. */
  record Right(ResourceType type, String name, AclOperation operation) {
    private AclBinding binding() {
      return new AclBinding(
          new ResourcePattern(type, name, PatternType.LITERAL),
          new AccessControlEntry("User:" + USER, "*", operation, AclPermissionType.ALLOW));
    }
  }

  private static final String USER = "libraryd";
  private static final String PASSWORD = "not-so-secret";
  private static final String LOGIN = "org.apache.kafka.common.security.plain.PlainLoginModule";

  /** The settings of a broker that asks those who come through its proxy for their name. */
  static final String[] BROKER = {
    "listener.security.protocol.map=CONTROLLER:PLAINTEXT,CLIENT:PLAINTEXT,PROXIED:SASL_PLAINTEXT",
    "sasl.enabled.mechanisms=PLAIN",
    "listener.name.proxied.plain.sasl.jaas.config=%s required user_%s=\"%s\";"
        .formatted(LOGIN, USER, PASSWORD),
    "authorizer.class.name=org.apache.kafka.metadata.authorizer.StandardAuthorizer",
    "super.users=User:ANONYMOUS"
  };

  /** The environment of a service that has a name. */
  static final Map<String, String> SERVICE =
      Map.of(
          "KAFKA_SECURITY_PROTOCOL", "SASL_PLAINTEXT",
          "KAFKA_SASL_MECHANISM", "PLAIN",
          "KAFKA_SASL_JAAS_CONFIG",
              "%s required username=\"%s\" password=\"%s\";".formatted(LOGIN, USER, PASSWORD));

  private final Stage stage;

  Rights(Stage stage) {
    this.stage = stage;
  }

  /** Gives the service what it needs and no more. */
  void grantAll() {
    List<Right> all = new ArrayList<>();
    Stage.ALL_TOPICS.forEach(topic -> all.add(new Right(TOPIC, topic, DESCRIBE_CONFIGS)));
    all.add(new Right(TOPIC, Stage.TOPICS.loan(), READ));
    all.add(new Right(TOPIC, Stage.TOPICS.changed(), READ));
    Stage.ALL_TOPICS.stream()
        .filter(topic -> !topic.equals(Stage.TOPICS.loan()))
        .forEach(topic -> all.add(new Right(TOPIC, topic, WRITE)));
    for (String group : List.of("libraryd-lifecycle", "libraryd-notice", "libraryd-audit")) {
      all.add(new Right(GROUP, group, READ));
    }
    all.add(new Right(TRANSACTIONAL_ID, ForwarderScenarios.ID, WRITE));
    grant(all);
  }

  void grant(Collection<Right> rights) {
    try (Admin admin = stage.broker().admin()) {
      done(admin.createAcls(rights.stream().map(Right::binding).toList()).all());
    }
  }

  void revoke(Right right) {
    try (Admin admin = stage.broker().admin()) {
      done(admin.deleteAcls(List.of(right.binding().toFilter())).all());
    }
  }

  private static void done(KafkaFuture<?> answer) {
    try {
      answer.get();
    } catch (ExecutionException e) {
      throw new IllegalStateException(e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }
}
