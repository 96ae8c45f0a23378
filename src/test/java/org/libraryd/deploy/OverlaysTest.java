package org.libraryd.deploy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Bases, components and patches come together; skipped without kubectl. */
class OverlaysTest {
  @TempDir private Path directory;

  @BeforeAll
  static void needKubectl() {
    assumeThat(Stream.of(System.getenv("PATH").split(File.pathSeparator)))
        .anyMatch(path -> Path.of(path, "kubectl").toFile().canExecute());
  }

  @ParameterizedTest
  @ValueSource(strings = {"overlays/development", "overlays/production"})
  void whatTheSiteSaysIsInThePodsAnnotations(String overlay) throws Exception {
    List<Manifest> rendered = render(overlay);
    StatefulSet set = one(rendered, StatefulSet.class);

    assertThat(set.getSpec().getTemplate().getMetadata().getAnnotations())
        .isNotEmpty()
        .isEqualTo(one(rendered, ConfigMap.class).getData());
  }

  @Test
  void productionHasItsCertificatesAndNoNumberOfReplicas() throws Exception {
    StatefulSet set = one(render("overlays/production"), StatefulSet.class);
    PodSpec pod = set.getSpec().getTemplate().getSpec();

    assertThat(set.getSpec().getReplicas()).isNull();
    assertThat(pod.getVolumes()).hasSize(3);
    assertThat(pod.getContainers().get(0).getVolumeMounts()).hasSize(3);
    assertThat(pod.getContainers().get(0).getEnv())
        .extracting(variable -> variable.getName())
        .contains("LIBRARYD_INSTANCE", "KAFKA_SASL_JAAS_CONFIG");
  }

  @Test
  void topicsAndUserAreTheBrokers() throws Exception {
    assertThat(render("kafka"))
        .hasSize(6)
        .allMatch(manifest -> manifest.tree().at("/metadata/namespace").asText().equals("kafka"));
  }

  private List<Manifest> render(String root) throws IOException, InterruptedException {
    Path file = directory.resolve("rendered.yaml");
    Process process =
        new ProcessBuilder("kubectl", "kustomize", Manifest.ROOT.resolve(root).toString())
            .redirectOutput(file.toFile())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    assertThat(process.waitFor()).isZero();
    List<JsonNode> documents = Strict.documents(file);
    return documents.stream().map(tree -> new Manifest(file, tree)).toList();
  }

  private static <T> T one(List<Manifest> manifests, Class<T> type) {
    return manifests.stream()
        .filter(manifest -> manifest.kind().equals(type.getSimpleName()))
        .filter(manifest -> manifest.name().equals("libraryd"))
        .findFirst()
        .orElseThrow()
        .as(type);
  }
}
