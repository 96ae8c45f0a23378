package org.libraryd.deploy;

import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.autoscaling.v2.HorizontalPodAutoscalerBehavior;
import java.util.List;

/** The part of KEDA's resources that is in use here; there is no published Java type of them. */
final class Keda {
  private Keda() {}

  record ScaledObject(String apiVersion, String kind, ObjectMeta metadata, ScaledObjectSpec spec) {}

  record ScaledObjectSpec(
      ScaleTarget scaleTargetRef,
      int minReplicaCount,
      int maxReplicaCount,
      int pollingInterval,
      Advanced advanced,
      List<Trigger> triggers) {}

  record ScaleTarget(String apiVersion, String kind, String name) {}

  record Advanced(AutoscalerConfig horizontalPodAutoscalerConfig) {}

  record AutoscalerConfig(HorizontalPodAutoscalerBehavior behavior) {}

  record Trigger(String type, String name, KafkaTrigger metadata, Reference authenticationRef) {}

  record KafkaTrigger(
      String bootstrapServersFromEnv,
      String consumerGroup,
      String topic,
      String lagThreshold,
      String offsetResetPolicy) {}

  record Reference(String name) {}

  record TriggerAuthentication(
      String apiVersion, String kind, ObjectMeta metadata, TriggerAuthenticationSpec spec) {}

  record TriggerAuthenticationSpec(
      List<KeyReference> configMapTargetRef, List<KeyReference> secretTargetRef) {}

  record KeyReference(String parameter, String name, String key) {}
}
