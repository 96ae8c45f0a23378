package org.libraryd.consumer;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.h2.jdbcx.JdbcDataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.libraryd.idempotency.AppliedBefore;
import org.libraryd.idempotency.AppliedBeforeException;
import org.libraryd.idempotency.Deliveries;
import org.libraryd.idempotency.StaleReadException;
import org.libraryd.idempotency.Verdict;
import org.libraryd.jdbc.Database;
import org.libraryd.jdbc.DatabaseException;
import org.libraryd.support.LoanRecords;
import org.libraryd.trace.MessageSpans;
import org.libraryd.watchdog.Stalls;
import org.libraryd.wire.Decoded;
import org.libraryd.wire.LoanEventDecoder;
import org.libraryd.wire.Reason;

/** How the intake meets each kind of trouble: no database, and no real waiting. */
class IntakeTest {
  private static final int NEVER = Integer.MAX_VALUE;
  private static final Duration STUCK_AFTER = Duration.ofMinutes(2);
  private static final int CARRY_OVER_MAX = 3;
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(5);
  private static final String TRACEPARENT =
      "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";

  private final SettableTime time = new SettableTime();
  private CompletionStage<Void> taken = new CompletableFuture<>();
  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
  private final InMemorySpanExporter exporter = InMemorySpanExporter.create();
  private final MessageSpans spans =
      new MessageSpans(
          SdkTracerProvider.builder()
              .addSpanProcessor(SimpleSpanProcessor.create(exporter))
              .build()
              .get("test"),
          false);

  @Test
  void outageIsWaitedOutWithoutEnd() {
    ScriptedHandler handler =
        take(2, (attempt, words) -> time.pauses.size() < 100 ? failure("08006") : null);

    assertThat(handler.attemptsInShort()).containsExactly("101 times e1 e2");
    assertThat(time.pauses.get(0)).isLessThanOrEqualTo(Duration.ofMillis(200));
    assertThat(time.pauses).allMatch(pause -> pause.compareTo(LONGEST_PAUSE) <= 0);
    assertThat(time.pauses.get(99)).isGreaterThan(Duration.ofSeconds(3));
    assertThat(registry.get("libraryd.contention").counter().count()).isZero();
  }

  @Test
  void contentionIsTriedFiveTimesAndThenEventByEvent() {
    ScriptedHandler handler =
        take(3, (attempt, words) -> attempt.all().size() > 1 ? failure("40P01") : null);

    assertThat(handler.attemptsInShort()).containsExactly("5 times e1 e2 e3", "e1", "e2", "e3");
    assertThat(time.pauses).hasSize(4);
    assertThat(registry.get("libraryd.contention").counter().count()).isEqualTo(5);
  }

  @Test
  void culpritIsFoundByHalvesAndItsNeighboursCommitTogether() {
    ScriptedHandler handler =
        take(8, (attempt, words) -> has(words, "e5") ? failure("23514") : null);

    assertThat(handler.commits).containsExactly("e1 e2 e3 e4", "e5=data-error", "e6", "e7 e8");
    assertThat(handler.attempts).hasSize(10);
    assertThat(time.pauses).isEmpty();
  }

  @Test
  void twoCulpritsLeaveTheOthersAlone() {
    ScriptedHandler handler =
        take(8, (attempt, words) -> has(words, "e1") || has(words, "e8") ? failure("22001") : null);

    assertThat(handler.commits)
        .containsExactly("e1=data-error", "e2", "e3 e4", "e5 e6", "e7", "e8=data-error");
  }

  @Test
  void culpritIsTriedWithoutItsFollowersBeforeItIsRejected() {
    ScriptedHandler handler =
        take(1, (attempt, words) -> words.equals("e1") ? failure("23502") : null);

    assertThat(handler.attempts).containsSubsequence("e1", "e1 without followers");
    assertThat(handler.commits).containsExactly("e1 without followers");
  }

  @Test
  void deadLetterThatTheDatabaseRefusesIsStoredRawWithoutIds() {
    ScriptedHandler handler =
        take(1, (attempt, words) -> words.startsWith("e1") ? failure("22P05") : null);

    assertThat(handler.attempts)
        .containsSubsequence("e1", "e1 without followers", "e1=data-error", "#1=data-error");
    assertThat(handler.commits).containsExactly("#1=data-error");
  }

  @Test
  void recordThatNotEvenRawIsTakenIsTriedAgainAfterPausesWhileOthersGoOn() {
    ScriptedHandler handler =
        take(
            2,
            (attempt, words) -> {
              if (attempt.all().size() > 1) {
                return failure("40001");
              }
              return words.contains("1") && time.pauses.size() < 50 ? failure("22P05") : null;
            });

    assertThat(handler.commits).containsExactly("e2", "#1=data-error");
    assertThat(handler.attempts).hasSizeLessThan(60);
  }

  @Test
  void recordOfATraceHasOneSpanHoweverOftenItsBatchIsTried() {
    Set<String> named = new HashSet<>();
    List<ConsumerRecord<byte[], byte[]>> records = traced(batch(3));
    ScriptedHandler handler =
        new ScriptedHandler(
            (attempt, words) -> {
              attempt.all().forEach(delivery -> named.add("" + delivery.traceparent()));
              assertThat(exporter.getFinishedSpanItems().size() + attempt.all().size())
                  .isLessThanOrEqualTo(3);
              if (time.pauses.size() < 2) {
                return failure("08006");
              }
              return has(words, "e2") ? failure("23514") : null;
            });

    intake(handler, NEVER, () -> true, Runnable::run).take(LoanRecords.batch(records));

    List<SpanData> ended = exporter.getFinishedSpanItems();
    assertThat(ended)
        .extracting(span -> span.getAttributes().get(MessageSpans.EVENT_ID))
        .containsExactly("e1", "e2", "e3");
    assertThat(ended)
        .extracting(span -> span.getAttributes().get(MessageSpans.OUTCOME))
        .containsExactly("APPLIED", "REJECTED", "APPLIED");
    assertThat(ended).extracting(SpanData::getParentSpanId).containsOnly("00f067aa0ba902b7");
    assertThat(named)
        .containsExactlyInAnyOrderElementsOf(
            ended.stream()
                .map(span -> TRACEPARENT.replace("00f067aa0ba902b7", span.getSpanId()))
                .toList());
  }

  @Test
  void batchThatReadStaleRowsIsRunAgainTwiceAndThenEventByEvent() {
    ScriptedHandler handler =
        take(2, (attempt, words) -> attempt.all().size() > 1 ? stale() : null);

    assertThat(handler.attemptsInShort()).containsExactly("3 times e1 e2", "e1", "e2");
    assertThat(time.pauses).isEmpty();
  }

  @Test
  void eventThatMissesAloneTheThirdTimeIsRejectedForContention() {
    ScriptedHandler handler = take(2, (attempt, words) -> has(words, "e1") ? stale() : null);

    assertThat(handler.attemptsInShort())
        .containsExactly("3 times e1 e2", "3 times e1", "e1=contention", "e2");
  }

  @Test
  void eventThatKeepsFailingAloneIsStuckAfterTwoMinutesWhileOthersGoOn() {
    ScriptedHandler handler =
        take(3, (attempt, words) -> has(words, "e2") ? failure("40001") : null);

    assertThat(handler.commits).containsExactly("e1", "e3", "e2=stuck");
    assertThat(time.passed())
        .isBetween(STUCK_AFTER, STUCK_AFTER.plus(LONGEST_PAUSE.multipliedBy(2)));
  }

  @Test
  void nothingIsStuckWhileTheDatabaseTakesNoWritesOfOthers() {
    Duration outage = Duration.ofMinutes(30);
    ScriptedHandler handler =
        take(
            batch(1),
            NEVER,
            () -> time.passed().compareTo(outage) > 0,
            (attempt, words) -> has(words, "e1") ? failure("55P03") : null);

    assertThat(handler.commits).containsExactly("e1=stuck");
    assertThat(time.passed()).isGreaterThan(outage);
  }

  @Test
  void stuckEventWhoseDeadLetterFailsTooIsTriedAgainAfterPauses() {
    ScriptedHandler handler =
        take(
            1,
            (attempt, words) ->
                time.passed().compareTo(STUCK_AFTER.multipliedBy(2)) < 0 ? failure("55P03") : null);

    assertThat(handler.commits).containsExactly("e1=stuck");
    assertThat(handler.attempts).hasSizeLessThan(200);
  }

  @Test
  void laterEventsOfAFailingLoanAndLaterCopiesOfItsIdWait() {
    List<ConsumerRecord<byte[], byte[]>> records =
        List.of(
            LoanRecords.event(1, "e1", "created", "A"),
            LoanRecords.event(2, "e2", "approved", "A"),
            LoanRecords.event(3, "e1", "created", "B"),
            LoanRecords.event(4, "e3", "approved", "B"),
            LoanRecords.event(5, "e4", "created", "C"));
    ScriptedHandler handler =
        take(
            records,
            NEVER,
            () -> true,
            (attempt, words) ->
                has(words, "e1") && time.pauses.size() < 10 ? failure("55P03") : null);

    assertThat(handler.commits).containsExactly("e4", "e1", "e2", "e1", "e3");
    assertThat(handler.attempts).filteredOn(words -> has(words, "e2")).hasSize(5 + 1);
  }

  @Test
  void laterBatchesGoOnWhileAnEventFailsAloneAndLaterEventsOfItsLoanWaitForIt() {
    List<Runnable> retries = new ArrayList<>();
    boolean[] locked = {true};
    ScriptedHandler handler =
        new ScriptedHandler(
            (attempt, words) -> has(words, "e1") && locked[0] ? failure("55P03") : null);
    Intake intake = intake(handler, NEVER, () -> true, retries::add);

    CompletionStage<Void> first =
        intake.take(
            LoanRecords.batch(
                List.of(
                    LoanRecords.event(1, "e1", "created", "A"),
                    LoanRecords.event(2, "e2", "created", "B"))));
    CompletionStage<Void> second =
        intake.take(
            LoanRecords.batch(
                List.of(
                    LoanRecords.event(3, "e3", "approved", "A"),
                    LoanRecords.event(4, "e4", "approved", "B"))));
    CompletionStage<Void> third =
        intake.take(LoanRecords.batch(List.of(LoanRecords.event(5, "e5", "returned", "B"))));

    assertThat(handler.commits).containsExactly("e2", "e4", "e5");
    assertThat(first).isNotDone();
    assertThat(second).isNotDone();
    assertThat(third).isCompleted();
    assertThat(registry.get("libraryd.carried.over").gauge().value()).isEqualTo(2);

    locked[0] = false;
    assertThat(retries).hasSize(1);
    retries.get(0).run();

    assertThat(handler.commits).containsExactly("e2", "e4", "e5", "e1", "e3");
    assertThat(first).isCompleted();
    assertThat(second).isCompleted();
    assertThat(registry.get("libraryd.carried.over").gauge().value()).isZero();
  }

  @Test
  void batchesWaitWhereTooMuchIsCarriedOverAlready() {
    ScriptedHandler handler =
        new ScriptedHandler((attempt, words) -> has(words, "e1") ? failure("55P03") : null);
    int pausesOfFirstBatch = 4;
    Intake intake = intake(handler, pausesOfFirstBatch + 20, () -> true, retry -> {});
    intake.take(
        LoanRecords.batch(
            List.of(
                LoanRecords.event(1, "e1", "created", "A"),
                LoanRecords.event(2, "e2", "approved", "A"),
                LoanRecords.event(3, "e3", "returned", "A"))));

    CompletionStage<Void> second =
        intake.take(LoanRecords.batch(List.of(LoanRecords.event(4, "e4", "created", "B"))));

    assertThat(time.pauses).hasSize(pausesOfFirstBatch + 20);
    assertThat(handler.commits).isEmpty();
    assertThat(second).isNotDone();
  }

  @Test
  void eventAppliedBeforeIsRunAgainAsADuplicate() {
    ScriptedHandler handler = take(3, (attempt, words) -> appliedBefore(attempt, "e2"));

    assertThat(handler.attemptsInShort()).containsExactly("2 times e1 e2 e3");
    assertThat(taken).isDone();
    assertThat(handler.verdicts)
        .containsExactly(Verdict.APPLIED, Verdict.DUPLICATE, Verdict.APPLIED);
    assertThat(time.pauses).isEmpty();
  }

  @Test
  void stopLeavesTheBatchNeitherDoneNorFailed() {
    ScriptedHandler handler = take(batch(2), 3, () -> true, (attempt, words) -> failure("08001"));

    assertThat(time.pauses).hasSize(3);
    assertThat(handler.commits).isEmpty();
    assertThat(taken).isNotDone();
  }

  @Test
  void whatAlertsWatchIsThereBeforeItRises() {
    intake(new ScriptedHandler((attempt, words) -> null), 0, () -> true, Runnable::run);

    assertThat(registry.get("libraryd.contention").counter().count()).isZero();
    assertThat(registry.get("libraryd.intake.rewound").tag("consumer", "test").counter().count())
        .isZero();
    assertThat(registry.get("libraryd.rejected").counters())
        .extracting(counter -> counter.getId().getTag("reason"))
        .containsExactlyInAnyOrderElementsOf(
            Stream.of(Reason.values()).map(Reason::label).toList());
  }

  private ScriptedHandler take(int events, ScriptedHandler.Script script) {
    return take(batch(events), NEVER, () -> true, script);
  }

  private ScriptedHandler take(
      List<ConsumerRecord<byte[], byte[]>> records,
      int pausesMax,
      BooleanSupplier othersAreWritten,
      ScriptedHandler.Script script) {
    ScriptedHandler handler = new ScriptedHandler(script);
    taken =
        intake(handler, pausesMax, othersAreWritten, Runnable::run)
            .take(LoanRecords.batch(records));
    return handler;
  }

  private Intake intake(
      ScriptedHandler handler, int pausesMax, BooleanSupplier othersAreWritten, Executor retries) {
    WriteProbe probe =
        new WriteProbe(new Database(new JdbcDataSource(), "h2")) {
          @Override
          boolean succeeds() {
            return othersAreWritten.getAsBoolean();
          }
        };
    IntakeFactory parts =
        new IntakeFactory(
            new DefaultIntakeConfig(),
            new IntakeMetrics(registry, new Stalls(registry)),
            new RejectionLog(),
            spans,
            probe,
            time.stopAfter(pausesMax),
            time,
            retries,
            new MemoryPositions(),
            new SmallRyeConfigBuilder()
                .withDefaultValue("mp.messaging.incoming.lifecycle.topic", LoanRecords.TOPIC)
                .withDefaultValue("mp.messaging.incoming.lifecycle.group.id", "group")
                .build());
    return parts.intakeFor("lifecycle", "test", handler, new LoanEventDecoder(Set.of(), time));
  }

  private static List<ConsumerRecord<byte[], byte[]>> traced(
      List<ConsumerRecord<byte[], byte[]>> records) {
    records.forEach(record -> record.headers().add("traceparent", TRACEPARENT.getBytes(US_ASCII)));
    return records;
  }

  /** Events e1, e2 and so on, each of its own loan. */
  private static List<ConsumerRecord<byte[], byte[]>> batch(int events) {
    List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
    for (int i = 1; i <= events; i++) {
      records.add(LoanRecords.event(i, "e" + i, "created", "L" + i));
    }
    return records;
  }

  /** Whether an event is among an attempt, and is to take effect. */
  private static boolean has(String words, String eventId) {
    return List.of(words.split(" ")).contains(eventId);
  }

  private static RuntimeException failure(String state) {
    return new DatabaseException("INSERT", new SQLException("scripted", state));
  }

  private static RuntimeException stale() {
    return new StaleReadException("scripted");
  }

  private static @Nullable RuntimeException appliedBefore(Deliveries attempt, String eventId) {
    return attempt.all().stream()
        .map(delivery -> ((Decoded.Accepted) delivery.decoded()).event())
        .filter(event -> event.eventId().equals(eventId) && !attempt.appliedBefore(event))
        .map(event -> new AppliedBeforeException(Set.of(AppliedBefore.of(event))))
        .findFirst()
        .orElse(null);
  }

  private static final class DefaultIntakeConfig implements IntakeConfig {
    @Override
    public int contentionTries() {
      return 5;
    }

    @Override
    public Duration stuckAfter() {
      return STUCK_AFTER;
    }

    @Override
    public int carryOverMax() {
      return CARRY_OVER_MAX;
    }

    @Override
    public Duration backOffMin() {
      return Duration.ofMillis(200);
    }

    @Override
    public Duration backOffMax() {
      return LONGEST_PAUSE;
    }

    @Override
    public MissingPositions missingPositions() {
      return MissingPositions.REFUSE;
    }
  }
}
