package org.libraryd.deploy;

import io.strimzi.api.kafka.model.user.KafkaUser;
import io.strimzi.api.kafka.model.user.KafkaUserAuthorizationSimple;
import io.strimzi.api.kafka.model.user.acl.AclResourcePatternType;
import io.strimzi.api.kafka.model.user.acl.AclRule;
import io.strimzi.api.kafka.model.user.acl.AclRuleGroupResource;
import io.strimzi.api.kafka.model.user.acl.AclRuleResource;
import io.strimzi.api.kafka.model.user.acl.AclRuleTopicResource;
import io.strimzi.api.kafka.model.user.acl.AclRuleTransactionalIdResource;
import java.util.List;
import java.util.stream.Stream;
import org.apache.kafka.common.acl.AccessControlEntry;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.acl.AclPermissionType;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourceType;

/** The rights of the service's user at the broker, as they are deployed. */
public final class KafkaRights {
  /** One operation on what a pattern names. */
  public record Right(ResourcePattern resource, AclOperation operation) {
    /** Whether it is a right on what has this name. */
    public boolean covers(ResourceType type, String name) {
      return resource.resourceType() == type
          && (resource.patternType() == PatternType.PREFIXED
              ? name.startsWith(resource.name())
              : name.equals(resource.name()));
    }

    /** The right of a user, wherever he comes from. */
    public AclBinding of(String user) {
      return new AclBinding(
          resource,
          new AccessControlEntry("User:" + user, "*", operation, AclPermissionType.ALLOW));
    }
  }

  private KafkaRights() {}

  /** All that the user may do. */
  public static List<Right> deployed() {
    var user = Manifest.only(Manifest.KAFKA, KafkaUser.class);
    var authorization = (KafkaUserAuthorizationSimple) user.getSpec().getAuthorization();
    return authorization.getAcls().stream().flatMap(KafkaRights::rights).toList();
  }

  /** The one by which the user may do something with what has this name. */
  public static Right on(ResourceType type, String name, AclOperation operation) {
    return deployed().stream()
        .filter(right -> right.operation() == operation && right.covers(type, name))
        .findFirst()
        .orElseThrow();
  }

  private static Stream<Right> rights(AclRule rule) {
    ResourcePattern resource = pattern(rule.getResource());
    return rule.getOperations().stream()
        .map(operation -> new Right(resource, operation(operation.toValue())));
  }

  /** Written "DescribeConfigs" there. */
  private static AclOperation operation(String name) {
    return Stream.of(AclOperation.values())
        .filter(operation -> operation.name().replace("_", "").equalsIgnoreCase(name))
        .findFirst()
        .orElseThrow();
  }

  private static ResourcePattern pattern(AclRuleResource resource) {
    if (resource instanceof AclRuleTopicResource topic) {
      return pattern(ResourceType.TOPIC, topic.getName(), topic.getPatternType());
    }
    if (resource instanceof AclRuleGroupResource group) {
      return pattern(ResourceType.GROUP, group.getName(), group.getPatternType());
    }
    if (resource instanceof AclRuleTransactionalIdResource id) {
      return pattern(ResourceType.TRANSACTIONAL_ID, id.getName(), id.getPatternType());
    }
    throw new IllegalArgumentException("The service needs no right on " + resource);
  }

  private static ResourcePattern pattern(
      ResourceType type, String name, AclResourcePatternType kind) {
    return new ResourcePattern(
        type,
        name,
        kind == AclResourcePatternType.PREFIX ? PatternType.PREFIXED : PatternType.LITERAL);
  }
}
