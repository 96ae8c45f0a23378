package org.libraryd.fault;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.libraryd.model.EventCorpus;
import org.libraryd.model.Script;
import org.libraryd.model.Sheet;
import org.libraryd.model.Verdict;

/**
 * Everything that can be wrong with a record, all of it in one stream: waiting before the first
 * start, read again after a reset of the group, and survived by two more starts.
 */
@Tag("faults")
@ExtendWith(ScenarioExtension.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class InputContract {

  /** The records of one scenario. */
  record Input(String id, String fault, Consumer<Script> records) {}

  private static final List<Input> INPUTS =
      List.of(
          // A tombstone must be the first of its partition, the malformed ones those of theirs.
          new Input("A09", "tombstones", BodyInputs::tombstone),
          new Input("A11", "malformed JSON", BodyInputs::malformed),
          new Input("A02", "producer retries", IdInputs::producerRetry),
          new Input("A03", "id reuse", IdInputs::idReuse),
          new Input("A04", "double clicks", IdInputs::semanticDuplicate),
          new Input("A05", "missing ids", IdInputs::missingId),
          new Input("A06", "oversized ids", IdInputs::oversizedId),
          new Input("A07", "repeated headers", IdInputs::repeatedHeader),
          new Input("A08", "CloudEvents and plain", IdInputs::cloudEvent),
          new Input("A12", "wrong types", BodyInputs::wrongTypes),
          new Input("A13", "unknown types and members", BodyInputs::unknown),
          new Input("A14", "U+0000 and Unicode", BodyInputs::unicode),
          new Input("A15", "lengths", BodyInputs::length),
          new Input("A16", "times", BodyInputs::timestamps),
          new Input("A17", "lives backwards", OrderInputs::backwards),
          new Input("A18", "unknown loans", OrderInputs::unknownLoan),
          new Input("A44", "forged log lines", BodyInputs::logInjection),
          new Input("A46", "rare headers", BodyInputs::rareHeaders));

  /** The sentinels, which stand behind each kind of bad record, must be through by then. */
  private static final Duration ISOLATION = Duration.ofSeconds(30);

  private static final int LINE_MAX = 1_000;

  private final Map<Input, List<EventCorpus.Item>> parts = new LinkedHashMap<>();
  private final StringBuilder log = new StringBuilder();
  private Map<String, Long> counted = Map.of();
  private Map<String, Long> countedAgain = Map.of();
  private Map<String, Long> again = Map.of();
  private Run run;
  private Sheet found;

  abstract Store store(Stage stage);

  @BeforeAll
  void takeAllIn(Stage stage) throws SQLException {
    stage.clear(3, Map.of());
    run = new Run(stage, store(stage), "input", "all bad records in one stream");
    run.given(corpus());
    run.send();
    Service service = run.start(Map.of()).awaitReady();
    run.awaitRest(ISOLATION);
    counted = counts(service);
    keepLog(service);
    run.rewindIntake();
    again = run.corpus().redeliver();
    service.restart();
    service.awaitReady();
    run.awaitRest(ISOLATION);
    countedAgain = counts(service);
    keepLog(service);
    service.restart();
    service.awaitReady();
    // A start that nobody lets read would prove nothing.
    run.awaitMembers(1);
    run.end();
    log.append(service.process().output());
    try (Connection connection = run.store().open()) {
      found = Sheet.of(connection);
    }
  }

  @AfterAll
  void close() {
    run.close();
  }

  @TestFactory
  Stream<DynamicTest> everyRecordEndsAsItMust() {
    return parts.entrySet().stream()
        .map(part -> DynamicTest.dynamicTest(part.getKey().id(), () -> judge(part)));
  }

  @Test
  void everyInvariantHolds() {
    run.conclude(null);
  }

  @Test
  void everyDeliveryIsCountedInOneOutcome() {
    // Over partitions it is chance whether an event waits for its predecessor or comes after it.
    assertThat(early(counted)).isEqualTo(early(Report.byOutcome(run.corpus().verdicts())));
    assertThat(countedAgain).isEqualTo(Report.byOutcome(again));
  }

  @Test
  void noLogLineIsForgedOrLong() {
    assertThat(log).doesNotContain("\u0085", "\u2028", "\u001b", "\r", "forged");
    assertThat(log.toString().lines())
        .allMatch(line -> line.length() <= LINE_MAX)
        .noneMatch(line -> line.startsWith("\tat "));
  }

  private EventCorpus corpus() {
    Script script = new Script(Stage.TOPICS.loan(), 3);
    Map<Input, Integer> ends = new LinkedHashMap<>();
    for (Input input : INPUTS) {
      input.records().accept(script);
      ends.put(input, script.length());
    }
    EventCorpus corpus = script.corpus();
    int start = 0;
    for (Map.Entry<Input, Integer> end : ends.entrySet()) {
      parts.put(end.getKey(), corpus.items().subList(start, end.getValue()));
      start = end.getValue();
    }
    return corpus;
  }

  private void judge(Map.Entry<Input, List<EventCorpus.Item>> part) {
    Sheet wanted = Sheet.of(run.corpus().model());
    List<String> wrong = new ArrayList<>();
    for (EventCorpus.Item item : part.getValue()) {
      if (!wanted.line(item).equals(found.line(item))) {
        wrong.add(found.line(item) + " instead of " + wanted.line(item));
      }
    }
    List<String> verdicts = part.getValue().stream().map(it -> it.verdict().toString()).toList();
    Report.add(
        Report.Row.ofInput(
            part.getKey().id(), run.store(), part.getKey().fault(), verdicts, wrong));
    assertThat(wrong).isEmpty();
  }

  private void keepLog(Service service) {
    service.terminate();
    log.append(service.process().output());
  }

  private static Map<String, Long> counts(Service service) {
    Map<String, Long> counts = new TreeMap<>();
    for (Verdict.Outcome outcome : Verdict.Outcome.values()) {
      String label = "outcome=\"" + outcome + "\"";
      long count =
          service.metrics().sum("libraryd_events_total", "consumer=\"loan-lifecycle\"", label);
      if (count > 0) {
        counts.put(outcome.name(), count);
      }
    }
    return counts;
  }

  private static Map<String, Long> early(Map<String, Long> counts) {
    Map<String, Long> merged = new TreeMap<>(counts);
    merged.merge("APPLIED", merged.getOrDefault("PARKED", 0L), Long::sum);
    merged.remove("PARKED");
    return merged;
  }
}
