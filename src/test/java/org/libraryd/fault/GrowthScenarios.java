package org.libraryd.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Tag;
import org.libraryd.model.Script;
import org.libraryd.model.TopicReader;

/** Tables that have grown for a long time, and what may be forgotten of them. */
@Tag("faults")
class GrowthScenarios {

  private static final int AGED = 1_500_000;
  private static final int UNSENT = 50_000;
  private static final int LOANS = 4_000;
  private static final int PER_STEP = 10;
  private static final Duration STEP = Duration.ofMillis(100);
  private static final String SCANS =
      "SELECT seq_scan FROM pg_stat_user_tables WHERE relname = 'outbox'";

  @Scenario(id = "A39", fault = "3,000,000 sent and 50,000 unsent rows, heap 256 MiB")
  void aGrownOutboxIsReadByIndexAndPrunedInSmallSteps(Run run) throws Exception {
    run.given(Script.lives(Stage.TOPICS.loan(), 3, LOANS).corpus());
    grow(run);
    Service service = run.start(256, Map.of()).awaitReady();
    long scans = run.count(SCANS);
    double before = service.process().liveMebibytes();

    try (StatementWatch polls =
        new StatementWatch(run.store(), "WITH RECURSIVE topics%", "SELECT o.id, o.event_id%")) {
      run.faultBegins();
      sendSteadily(run);
      run.faultEnds();
      run.awaitRest();
      assertThat(percentile(polls.milliseconds())).isLessThan(200);
      assertThat(polls.longestLockWait()).isLessThan(1_000);
    }
    assertThat(run.progress().written(ExtraRows.TOPIC)).isEqualTo(UNSENT);
    assertThat(percentile(latencies(run))).isLessThan(2_000);
    assertThat(service.process().liveMebibytes()).isLessThan(before + 32);
    assertThat(run.count(SCANS)).isEqualTo(scans);
    await("what is past its window is gone")
        .atMost(Ground.STEP)
        .until(() -> service.metrics().sum("libraryd_pruned_total", "table=\"outbox\"") == AGED);
    assertThat(run.count(RelayScenarios.DEADLOCKS)).isZero();
    assertThat(service.process().output()).doesNotContain("is pruned later", "OutOfMemory");
    service.terminate();
    execute(run, "DELETE FROM outbox WHERE event_type = 'extra'");
  }

  @Scenario(id = "A38", fault = "claims to be forgotten after 1 min, then all is read again")
  void aWindowShorterThanTheTopicsForgetsNothing(Run run) {
    Map<String, String> tooShort = Map.of("LIBRARYD_DEDUP_RETENTION", "1m");
    Map<String, String> warned = new HashMap<>(tooShort);
    warned.put("LIBRARYD_RETENTION_GUARD", "warn");
    warned.put("LIBRARYD_RETENTION_PRUNE_INTERVAL", "5s");
    run.given(Script.lives(Stage.TOPICS.loan(), 3, 100).corpus());
    Service service = run.start(warned).awaitReady();
    run.send();
    run.awaitRest();
    run.hold(Duration.ofSeconds(90));
    service.terminate();
    assertThat(service.process().output()).contains("libraryd.dedup.retention");
    run.rewindIntake();
    service.restart();
    service.awaitReady();
    run.awaitRest();

    Service refused = run.start(tooShort);
    refused.health().absent();
    assertThat(refused.process().awaitExit(Duration.ofSeconds(60))).isEqualTo(1);
    assertThat(refused.process().output()).contains("libraryd.dedup.retention");
  }

  private static void grow(Run run) throws SQLException {
    ExtraRows rows = new ExtraRows(run, Map.of());
    run.migrate();
    rows.addMany(AGED, Duration.ofDays(20));
    rows.addMany(3_000_000 - AGED, Duration.ofDays(2));
    rows.addMany(UNSENT, null);
    execute(run, "VACUUM ANALYZE outbox");
  }

  /** A hundred events each second. */
  private static void sendSteadily(Run run) {
    long start = System.nanoTime();
    for (int sent = 0; sent < run.corpus().size(); sent += PER_STEP) {
      run.send(sent, Math.min(sent + PER_STEP, run.corpus().size()));
      long next = start + (sent / PER_STEP + 1) * STEP.toNanos();
      await()
          .pollDelay(Duration.ZERO)
          .pollInterval(Duration.ofMillis(5))
          .until(() -> System.nanoTime() >= next);
    }
  }

  /** From the event on the loan topic until its change is sent, in ms, shortest first. */
  private static double[] latencies(Run run) {
    TopicReader reader = new TopicReader(run.stage().broker().bootstrap());
    Map<String, Long> sent = new HashMap<>();
    reader
        .read(Stage.TOPICS.loan())
        .forEach(record -> sent.put(header(record, "event-id"), record.timestamp()));
    List<ConsumerRecord<byte[], byte[]>> changed = reader.read(Stage.TOPICS.changed());
    return changed.stream()
        .mapToLong(
            record -> record.timestamp() - sent.getOrDefault(header(record, "source-event-id"), 0L))
        .asDoubleStream()
        .sorted()
        .toArray();
  }

  private static String header(ConsumerRecord<byte[], byte[]> record, String name) {
    return String.valueOf(TopicReader.header(record, name));
  }

  /** The value that 95 of 100 do not exceed. */
  private static double percentile(double[] sorted) {
    assertThat(sorted).isNotEmpty();
    System.out.printf(
        "%d values, the half up to %.0f, 95 %% up to %.0f, all up to %.0f%n",
        sorted.length,
        sorted[sorted.length / 2],
        sorted[(int) (sorted.length * 0.95)],
        Arrays.stream(sorted).max().orElseThrow());
    return sorted[(int) (sorted.length * 0.95)];
  }

  private static void execute(Run run, String sql) throws SQLException {
    try (Connection connection = run.store().open();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }
}
