package org.libraryd;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noFields;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import jakarta.inject.Inject;
import java.sql.Statement;
import java.time.Clock;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.eclipse.microprofile.reactive.messaging.Channel;
import org.junit.jupiter.api.Test;

/** The shape of the code: which package may see which, and what only one place may do. */
class ArchitectureTest {
  private static final String ROOT = "org.libraryd";

  /** Each package and all that it may use of ours; who is not a target here is used by nobody. */
  private static final Map<String, Set<String>> ARROWS =
      Map.ofEntries(
          Map.entry("wire", Set.of()),
          Map.entry("jdbc", Set.of()),
          Map.entry("trace", Set.of("wire")),
          Map.entry("health", Set.of("jdbc")),
          Map.entry("watchdog", Set.of("health", "wire")),
          Map.entry("audit", Set.of("health", "watchdog", "wire")),
          Map.entry("outbox", Set.of("jdbc", "wire")),
          Map.entry("retention", Set.of("health", "wire")),
          Map.entry(
              "relay",
              Set.of("health", "jdbc", "outbox", "retention", "trace", "watchdog", "wire")),
          Map.entry("idempotency", Set.of("jdbc", "retention", "wire")),
          Map.entry("deadletter", Set.of("idempotency", "jdbc", "outbox", "retention", "wire")),
          Map.entry(
              "loan", Set.of("deadletter", "idempotency", "jdbc", "outbox", "retention", "wire")),
          Map.entry(
              "consumer",
              Set.of(
                  "deadletter",
                  "health",
                  "idempotency",
                  "jdbc",
                  "loan",
                  "trace",
                  "watchdog",
                  "wire")),
          Map.entry("notice", Set.of("consumer", "deadletter", "idempotency", "outbox", "wire")),
          Map.entry(
              "redrive",
              Set.of("consumer", "deadletter", "health", "idempotency", "jdbc", "outbox", "wire")));

  /** They put the parts together and see all of them. */
  private static final Set<String> ASSEMBLY = Set.of("startup", "sample");

  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages(ROOT);

  @Test
  void packagesUseOnlyWhatTheArrowsAllow() {
    ARROWS.forEach(
        (source, targets) ->
            classes()
                .that()
                .resideInAPackage(packageOf(source))
                .should()
                .onlyDependOnClassesThat(
                    resideOutsideOfPackage(ROOT + "..")
                        .or(resideInAnyPackage(packagesOf(source, targets))))
                .allowEmptyShould(true)
                .check(CLASSES));
  }

  @Test
  void everyPackageHasItsArrows() {
    Set<String> found =
        CLASSES.stream()
            .map(JavaClass::getPackageName)
            .filter(name -> name.length() > ROOT.length())
            .map(name -> name.substring(ROOT.length() + 1).split("\\.", 2)[0])
            .collect(Collectors.toSet());

    found.removeAll(ASSEMBLY);
    assertThat(ARROWS.keySet()).containsAll(found);
  }

  @Test
  void packagesHaveNoCycles() {
    slices().matching(ROOT + ".(*)..").should().beFreeOfCycles().check(CLASSES);
  }

  @Test
  void timeComesFromTheClock() {
    noClasses()
        .that()
        .doNotHaveFullyQualifiedName(ROOT + ".ClockProducer")
        .should()
        .callMethod(Instant.class, "now")
        .orShould()
        .callMethod(System.class, "currentTimeMillis")
        .orShould()
        .callMethod(Clock.class, "systemUTC")
        .check(CLASSES);
  }

  @Test
  void nothingIsInjectedIntoFields() {
    noFields()
        .should()
        .beAnnotatedWith(Inject.class)
        .orShould()
        .beAnnotatedWith(ConfigProperty.class)
        .orShould()
        .beAnnotatedWith(Channel.class)
        .allowEmptyShould(true)
        .check(CLASSES);
  }

  @Test
  void onlyRepositoriesRunStatements() {
    noClasses()
        .that()
        .resideOutsideOfPackage(packageOf("jdbc"))
        .and()
        .haveNameNotMatching(".*Repository(\\$.*)?")
        .should()
        .dependOnClassesThat()
        .areAssignableTo(Statement.class)
        .check(CLASSES);
  }

  private static String[] packagesOf(String source, Set<String> targets) {
    return Stream.concat(Stream.of(source), targets.stream())
        .map(ArchitectureTest::packageOf)
        .toArray(String[]::new);
  }

  private static String packageOf(String name) {
    return ROOT + "." + name + "..";
  }
}
