package org.libraryd.deploy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.kafka.common.acl.AclOperation;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.libraryd.deploy.KafkaRights.Right;
import org.libraryd.model.CorpusProducer;
import org.libraryd.model.CorpusShape;
import org.libraryd.model.EventCorpus;
import org.libraryd.model.Invariants;
import org.libraryd.model.Progress;
import org.libraryd.model.Rest;
import org.libraryd.model.TopicNames;
import org.libraryd.model.UnsentRows;
import org.libraryd.support.BrokerProcess;
import org.libraryd.support.LibraryProcess;
import org.libraryd.support.LibraryProcess.Build;
import org.libraryd.support.PostgresProcess;
import org.libraryd.support.Topics;

/**
 * The packaged service signs on as production does, with TLS and SCRAM: the deployed rights are
 * enough, and each of them, where it is missing, is named in the log. So none is superfluous.
 */
class SecuredBrokerIT {
  private static final TopicNames TOPICS = TopicNames.STANDARD;
  private static final Duration LIMIT = Duration.ofSeconds(90);
  private static final Pattern OF_RIGHTS = Pattern.compile("(?i)authoriz|\\brights?\\b");

  /** How a line tells which operation it was: by its name, or by what cannot be done. */
  private static final Map<AclOperation, Pattern> SAID =
      Map.of(
          AclOperation.READ, Pattern.compile("READ|\\bread\\b|\\bgroup"),
          AclOperation.WRITE, Pattern.compile("WRITE|takes no records|transactional"),
          AclOperation.DESCRIBE_CONFIGS, Pattern.compile("DESCRIBE_CONFIGS"));

  private static final PostgresProcess DATABASE = PostgresProcess.start();
  private static final BrokerProcess BROKER = BrokerUser.startBroker();

  private final BrokerUser user = new BrokerUser(BROKER);
  private final EventCorpus corpus =
      EventCorpus.generate(EventCorpus.seed(), 150, CorpusShape.replaySafe(TOPICS.loan()));
  private String url = "";

  @AfterAll
  static void stop() {
    BROKER.close();
    DATABASE.close();
  }

  @BeforeEach
  void sendToEmptyTopics() {
    System.out.println(corpus);
    user.grantAll();
    url = DATABASE.createDatabase();
    Topics.clear(BROKER.bootstrap());
    BROKER.createTopics(
        List.of(
            TOPICS.loan(), TOPICS.changed(), TOPICS.notice(), TOPICS.audit(), TOPICS.deadLetter()),
        3);
    try (CorpusProducer producer = new CorpusProducer(BROKER.bootstrap())) {
      producer.send(corpus.items());
    }
  }

  @Test
  void deployedRightsAreEnough() throws Exception {
    assertThat(environment()).containsOnlyKeys(deployedVariables());
    try (LibraryProcess service = start().awaitReady();
        Progress progress = new Progress(BROKER.bootstrap());
        Connection connection = DriverManager.getConnection(url)) {
      Rest rest = new Rest(progress, TOPICS, corpus.model(), () -> unsent(connection));
      await("all is done").atMost(LIMIT).ignoreExceptions().until(rest::isReached);

      System.out.println(new Invariants(connection, BROKER.bootstrap(), TOPICS).check(corpus));
      assertThat(service.get("/q/health").body())
          .contains("start", "database", "broker", "progress")
          .doesNotContain("DOWN");
      assertThat(tells(service)).isEmpty();
      service.terminate();
    }
  }

  @ParameterizedTest
  @MethodSource("org.libraryd.deploy.KafkaRights#deployed")
  void missingRightIsNamed(Right right) {
    user.revoke(right);
    try (LibraryProcess service = start()) {
      await("the log names it").atMost(LIMIT).until(() -> tells(service).anyMatch(names(right)));
      if (service.isAlive()) {
        // Otherwise its groups could not be deleted before their sessions have timed out.
        service.terminate();
      }
    }
  }

  private static Predicate<String> names(Right right) {
    Pattern operation = Objects.requireNonNull(SAID.get(right.operation()));
    return line -> line.contains(right.resource().name()) && operation.matcher(line).find();
  }

  /** What the log tells of rights, apart from what is no trouble. */
  private static Stream<String> tells(LibraryProcess service) {
    return service
        .output()
        .lines()
        .filter(line -> !line.contains("\"INFO\"") && OF_RIGHTS.matcher(line).find());
  }

  private LibraryProcess start() {
    return LibraryProcess.start(Build.POSTGRESQL, environment());
  }

  /** Production's variables, with what a cluster would fill in. */
  private Map<String, String> environment() {
    Map<String, String> all =
        new HashMap<>(Manifest.only(Manifest.PRODUCTION, ConfigMap.class).getData());
    all.putAll(BrokerUser.environment());
    all.put("KAFKA_BOOTSTRAP_SERVERS", BROKER.proxiedBootstrap());
    all.put("QUARKUS_DATASOURCE_JDBC_URL", url);
    all.put("QUARKUS_DATASOURCE_USERNAME", PostgresProcess.USER);
    all.put("QUARKUS_DATASOURCE_PASSWORD", "nobody asks for it");
    all.put("LIBRARYD_INSTANCE", "0");
    return all;
  }

  private static Set<String> deployedVariables() {
    Set<String> all =
        new HashSet<>(Manifest.only(Manifest.PRODUCTION, ConfigMap.class).getData().keySet());
    Stream.of(Manifest.BASE, Manifest.PRODUCTION)
        .map(directory -> Manifest.only(directory, StatefulSet.class))
        .flatMap(set -> set.getSpec().getTemplate().getSpec().getContainers().stream())
        .flatMap(container -> container.getEnv().stream())
        .forEach(variable -> all.add(variable.getName()));
    return all;
  }

  private static long unsent(Connection connection) {
    try {
      return UnsentRows.count(connection);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }
}
