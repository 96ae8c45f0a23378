package org.libraryd.support;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Each package comes with a list, in CycloneDX' format, of what is in it. */
class BillOfMaterialsIT {
  private static final String OF_POSTGRESQL =
      "target/quarkus-app, target/quarkus-run-cyclonedx.json";
  private static final String OF_DESK =
      "target/desk-app, target/desk-app/quarkus-run-cyclonedx.json";

  @ParameterizedTest
  @CsvSource({OF_POSTGRESQL, OF_DESK})
  void everyLibraryOfThePackageIsOnTheList(Path directory, Path list) throws IOException {
    List<String> listed =
        components(list).map(it -> it.at("/evidence/occurrences/0/location").asText()).toList();

    assertThat(libraries(directory)).hasSizeGreaterThan(100).isSubsetOf(listed);
  }

  @ParameterizedTest
  @CsvSource({OF_POSTGRESQL, OF_DESK})
  void libraryIsNamedWithVersionAndLicense(Path directory, Path list) throws IOException {
    assertThat(libraries(directory))
        .contains("lib/main/org.postgresql.postgresql-" + version(list, "postgresql") + ".jar");
    for (String name : List.of("postgresql", "h2", "kafka-clients", "quarkus-core")) {
      assertThat(component(list, name).at("/licenses/0/license/id").asText()).as(name).isNotEmpty();
    }
  }

  private static String version(Path list, String name) throws IOException {
    return component(list, name).path("version").asText();
  }

  private static JsonNode component(Path list, String name) throws IOException {
    return components(list)
        .filter(component -> component.path("name").asText().equals(name))
        .findFirst()
        .orElseThrow();
  }

  private static Stream<JsonNode> components(Path list) throws IOException {
    JsonNode root = new ObjectMapper().readTree(list.toFile());
    assertThat(root.path("bomFormat").asText()).isEqualTo("CycloneDX");
    return StreamSupport.stream(root.path("components").spliterator(), false);
  }

  private static List<String> libraries(Path directory) throws IOException {
    try (Stream<Path> files = Files.walk(directory.resolve("lib"))) {
      return files
          .filter(file -> file.toString().endsWith(".jar"))
          .map(file -> directory.relativize(file).toString())
          .toList();
    }
  }
}
