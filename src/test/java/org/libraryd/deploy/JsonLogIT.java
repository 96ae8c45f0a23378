package org.libraryd.deploy;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectReader;
import io.fabric8.kubernetes.api.model.ConfigMap;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.libraryd.support.BrokerProcess;
import org.libraryd.support.LibraryProcess;
import org.libraryd.support.LibraryProcess.Build;
import org.libraryd.support.PostgresProcess;

/**
 * What a collector of logs gets of the packaged service when it is told what production is told.
 */
@TestInstance(Lifecycle.PER_CLASS)
class JsonLogIT {
  private static final String SWITCH = "QUARKUS_LOG_CONSOLE_JSON_ENABLED";
  private static final String LOAN = "libraryd.loan";
  private static final Duration STEP = Duration.ofSeconds(60);
  private static final String UNKNOWN =
      """
      {"type":"loan.stolen","loanId":"L-1","bookId":"B","memberId":"M",\
      "occurredAt":"2026-01-01T00:00:00Z"}""";

  /** Ends a line and begins another that looks like one of the service, in each way there is. */
  private static final String FORGED = "x\r\n{\"level\":\"forged\"}\u0085\u2028\u001b[31m";

  private static final ObjectReader JSON =
      new ObjectMapper().reader().with(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

  private final BrokerProcess broker = BrokerProcess.start();
  private final PostgresProcess postgres = PostgresProcess.start();
  private String output;

  @BeforeAll
  void makeItLog() throws Exception {
    broker.createTopics(
        List.of(LOAN, "libraryd.loan.changed", "libraryd.notice", "libraryd.audit", LOAN + ".dlq"),
        1);
    Map<String, String> production = Manifest.only(Manifest.PRODUCTION, ConfigMap.class).getData();
    try (LibraryProcess service =
            LibraryProcess.start(
                Build.POSTGRESQL,
                Map.of(
                    SWITCH,
                    Objects.requireNonNull(production.get(SWITCH)),
                    "KAFKA_BOOTSTRAP_SERVERS",
                    broker.bootstrap(),
                    "QUARKUS_DATASOURCE_JDBC_URL",
                    postgres.createDatabase(),
                    "QUARKUS_LOG_CATEGORY__ORG_LIBRARYD_CONSUMER_REJECTIONLOG__LEVEL",
                    "DEBUG"));
        KafkaProducer<byte[], byte[]> producer = producer()) {
      service.awaitReady();
      send(producer, "json-1", UNKNOWN);
      awaitWarning(service, "unknown-type");
      send(producer, FORGED, FORGED);
      awaitWarning(service, "malformed");
      service.terminate();
      output = service.output();
    }
  }

  @AfterAll
  void stop() {
    broker.close();
    postgres.close();
  }

  @Test
  void everyLineIsOneObjectFromTheFirstOn() throws IOException {
    assertThat(lines())
        .hasSizeGreaterThan(10)
        .allSatisfy(
            line -> {
              assertThat(line.path("timestamp").asText()).isNotEmpty();
              assertThat(line.path("level").asText()).isNotEmpty();
              assertThat(line.path("message").asText()).isNotEmpty();
            });
  }

  @Test
  void rejectedRecordHasFieldsOfItsOwn() throws IOException {
    assertThat(lines())
        .filteredOn(line -> isWarning(line, "unknown-type"))
        .singleElement()
        .satisfies(
            line -> {
              assertThat(line.at("/mdc/eventId").asText()).isEqualTo("json-1");
              assertThat(line.at("/mdc/loanId").asText()).isEqualTo("L-1");
              assertThat(line.at("/mdc/outcome").asText()).isEqualTo("REJECTED");
            });
  }

  @Test
  void variableOfTheReadmeGivesEachRecordALine() throws IOException {
    assertThat(lines())
        .filteredOn(line -> line.path("level").asText().equals("DEBUG"))
        .filteredOn(line -> line.at("/mdc/eventId").asText().equals("json-1"))
        .isNotEmpty();
  }

  @Test
  void fieldsEndWithTheLine() throws IOException {
    assertThat(lines())
        .filteredOn(line -> isWarning(line, "malformed"))
        .singleElement()
        .satisfies(
            line -> {
              assertThat(line.at("/mdc/outcome").asText()).isEqualTo("REJECTED");
              assertThat(line.at("/mdc/eventId").isMissingNode()).isTrue();
              assertThat(line.at("/mdc/loanId").isMissingNode()).isTrue();
            });
  }

  @Test
  void bodiesAndTheirControlCharactersStayOut() {
    assertThat(output)
        .doesNotContain("forged", "memberId", "\u0085", "\u2028", "\u001b", "\r")
        .doesNotContain("\\u0085", "\\u001b");
  }

  private static boolean isWarning(JsonNode line, String text) {
    return line.path("level").asText().equals("WARN")
        && line.path("message").asText().contains(text);
  }

  private List<JsonNode> lines() throws IOException {
    List<JsonNode> lines = new ArrayList<>();
    for (String line : output.lines().toList()) {
      lines.add(JSON.readTree(line));
    }
    return lines;
  }

  private KafkaProducer<byte[], byte[]> producer() {
    return new KafkaProducer<>(
        Map.of("bootstrap.servers", broker.bootstrap()),
        new ByteArraySerializer(),
        new ByteArraySerializer());
  }

  private static void send(KafkaProducer<byte[], byte[]> producer, String id, String value)
      throws Exception {
    producer
        .send(
            new ProducerRecord<>(
                LOAN,
                null,
                "L-1".getBytes(UTF_8),
                value.getBytes(UTF_8),
                List.of(new RecordHeader("event-id", id.getBytes(UTF_8)))))
        .get();
  }

  private static void awaitWarning(LibraryProcess service, String text) {
    await(text)
        .atMost(STEP)
        .until(
            () ->
                service
                    .output()
                    .lines()
                    .anyMatch(line -> line.contains("\"WARN\"") && line.contains(text)));
  }
}
