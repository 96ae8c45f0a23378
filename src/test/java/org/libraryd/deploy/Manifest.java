package org.libraryd.deploy;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** One resource, as it stands in a file under {@code deploy}. */
record Manifest(Path file, JsonNode tree) {
  static final Path ROOT = Path.of("deploy");
  static final Path BASE = ROOT.resolve("base");
  static final Path COMPONENTS = ROOT.resolve("components");
  static final Path KAFKA = ROOT.resolve("kafka");
  static final Path OVERLAYS = ROOT.resolve("overlays");
  static final Path PRODUCTION = OVERLAYS.resolve("production");

  private static final String KUSTOMIZATION = "kustomization.yaml";

  /** All resources below a directory. */
  static List<Manifest> below(Path directory) {
    return files(directory)
        .filter(file -> !file.endsWith(KUSTOMIZATION))
        .flatMap(file -> Strict.documents(file).stream().map(tree -> new Manifest(file, tree)))
        .toList();
  }

  /** All kustomizations below a directory. */
  static List<Path> kustomizations(Path directory) {
    return files(directory).filter(file -> file.endsWith(KUSTOMIZATION)).toList();
  }

  /** All resources of a type below a directory. */
  static <T> List<T> all(Path directory, Class<T> type) {
    return below(directory).stream()
        .filter(manifest -> manifest.kind().equals(type.getSimpleName()))
        .map(manifest -> manifest.as(type))
        .toList();
  }

  /** The only resource of a type below a directory. */
  static <T> T only(Path directory, Class<T> type) {
    List<T> found = all(directory, type);
    if (found.size() != 1) {
      throw new IllegalStateException(
          "%d of %s in %s".formatted(found.size(), type.getSimpleName(), directory));
    }
    return found.get(0);
  }

  /** What the resource is of, with its group and version. */
  String type() {
    return tree.path("apiVersion").asText() + " " + kind();
  }

  String kind() {
    return tree.path("kind").asText();
  }

  String name() {
    return tree.path("metadata").path("name").asText();
  }

  <T> T as(Class<T> type) {
    return Strict.as(tree, type);
  }

  @Override
  public String toString() {
    return file + ": " + type() + " " + name();
  }

  private static Stream<Path> files(Path directory) {
    try (Stream<Path> files = Files.walk(directory)) {
      return files.filter(file -> file.toString().endsWith(".yaml")).sorted().toList().stream();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
