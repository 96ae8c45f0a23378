package org.libraryd.deploy;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The part of a kustomization that is in use here; there is no published type of it. Lists that are
 * absent are empty.
 */
record Kustomization(
    String apiVersion,
    String kind,
    @Nullable String namespace,
    List<String> resources,
    List<String> components,
    List<Patch> patches,
    List<ConfigMapGenerator> configMapGenerator,
    List<JsonNode> replacements,
    List<Image> images,
    List<Replicas> replicas) {

  /** A patch in a file of its own, or written here for a target. */
  record Patch(@Nullable String path, @Nullable Target target, @Nullable String patch) {}

  record Target(String kind, String name) {}

  record ConfigMapGenerator(String name, List<String> files, @Nullable JsonNode options) {}

  record Image(String name, @Nullable String newName, @Nullable String newTag) {}

  record Replicas(String name, int count) {}
}
