package org.libraryd.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import jakarta.inject.Inject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.libraryd.redrive.Quarantine;
import org.libraryd.redrive.QuarantineFilter;
import org.libraryd.redrive.QuarantinedRow;
import org.libraryd.redrive.RedriveOptions;
import org.libraryd.redrive.RedriveOutcome;
import org.libraryd.redrive.RedriveReport;
import org.libraryd.support.Threads;
import org.libraryd.watchdog.Stalls;

/** A person lets a lane go on that a row has held, with the row or without it. */
abstract class QuarantineContract extends RelayFixture {
  @Inject Quarantine quarantine;

  @Test
  void rowIsSentBeforeThoseThatWaitedBehindItOnceTheLimitHasRisen() throws Exception {
    holdX();
    long before = attempts();
    assertThat(words(redrive())).containsExactly(RedriveOutcome.RELEASED);
    awaitQuarantined(1);
    assertThat(attempts()).isEqualTo(before + 1);

    alter("max.message.bytes", "1048588");
    limits.forget(topic);
    assertThat(words(redrive())).containsExactly(RedriveOutcome.RELEASED);
    drain();

    assertThat(byKey().get("X")).hasSize(3).element(0).asString().hasSize(8_192);
    assertThat(byKey().get("X")).endsWith("second", "third");
    assertThat(upkeep.count()).isEqualTo(new OutboxUpkeepRepository.Counts(0, 0, 0, 0));
  }

  @Test
  void rowRefusedUnderALimitThatNobodyHadHeardOfYetIsSentAgainOnceItIsGone() {
    create(Map.of());
    await().atMost(Duration.ofSeconds(10)).until(() -> limits.of(topic), limit -> limit > 8_192);
    alter("max.message.bytes", "2048");
    append(message("X", noise(8_192)));
    awaitQuarantined(1);

    alter("max.message.bytes", "1048588");
    limits.forget(topic);

    awaitSentAgain();
  }

  @Test
  void rowRefusedUnderALimitThatNobodyMayAskForIsHeldTooAndNamesWhatItsOwnSizeTells() {
    create(Map.of("max.message.bytes", "2048"));
    append(message("X", noise(8_192)));
    OutboxRelay unknowing =
        new OutboxRelay(
            unsent, producer, new UnknownLimits(), config, registry, new Stalls(registry));

    await()
        .atMost(Duration.ofSeconds(20))
        .until(
            () -> {
              unknowing.runOnce();
              return upkeep.count().quarantined();
            },
            held -> held == 1);

    assertThat(attempts()).isEqualTo(3);
    int named =
        QuarantineReason.limit(
            text("SELECT quarantined_reason FROM outbox WHERE quarantined_reason IS NOT NULL"));
    assertThat(named).isBetween(8_192, 10_000);
  }

  @Test
  void rowThatIsGivenUpIsNeverSentStaysVisibleAndLetsItsLaneGoOn() {
    holdX();

    assertThat(words(quarantine.discard(QuarantineFilter.all(), RedriveOptions.REAL)))
        .containsExactly(RedriveOutcome.GIVEN_UP);
    drain();

    assertThat(byKey().get("X")).containsExactly("second", "third");
    assertThat(count("discarded_at IS NOT NULL AND published_at IS NULL")).isOne();
    assertThat(text("SELECT quarantined_reason FROM outbox WHERE discarded_at IS NOT NULL"))
        .isEqualTo("too-large: limit 2048");
    assertThat(upkeep.count()).isEqualTo(new OutboxUpkeepRepository.Counts(0, 0, 0, 0));
    database.update(
        "UPDATE outbox SET published_at = CURRENT_TIMESTAMP - INTERVAL '1' HOUR"
            + " WHERE published_at IS NOT NULL");
    upkeep.prune(Duration.ofMinutes(1), 1_000);
    assertThat(count("discarded_at IS NOT NULL")).isOne();
    assertThat(count("discarded_at IS NULL")).isZero();
  }

  @Test
  void dryRunTellsTheRowAndChangesNothing() {
    holdX();
    List<String> before = everything();

    for (RedriveReport<QuarantinedRow> report :
        List.of(
            quarantine.redrive(QuarantineFilter.all(), RedriveOptions.DRY_RUN),
            quarantine.discard(QuarantineFilter.all(), RedriveOptions.DRY_RUN))) {
      assertThat(report.results()).hasSize(1);
      QuarantinedRow row = report.results().get(0).row();
      assertThat(row.lane()).isEqualTo("changed/X");
      assertThat(row.reason()).isEqualTo("too-large: limit 2048");
    }

    assertThat(everything()).isEqualTo(before);
  }

  @Test
  void filterMeansWhatItSaysAndEachRowIsReleasedOnceByTwo() throws Exception {
    append(IntStream.range(0, 20).mapToObj(i -> message("L" + i, "held")).toList());
    database.update("UPDATE outbox SET quarantined_reason = 'invalid: by hand'");
    long first = database.query("SELECT min(id) FROM outbox", row -> row.getLong(1)).get(0);
    QuarantineFilter all = QuarantineFilter.all();

    assertThat(dry(all)).isEqualTo(20);
    assertThat(dry(all.limit(3))).isEqualTo(3);
    assertThat(dry(all.ids(List.of(first, first + 1)))).isEqualTo(2);
    assertThat(dry(all.lane("changed/L7"))).isOne();
    assertThat(dry(all.topic(topic))).isEqualTo(20);
    assertThat(dry(all.topic("other"))).isZero();

    List<RedriveReport<QuarantinedRow>> reports =
        Threads.together(List.of(this::redrive, () -> discard(all)));
    assertThat(reports.stream().mapToLong(report -> report.results().size()).sum()).isEqualTo(20);
    assertThat(reports.get(1).results()).hasSize((int) count("discarded_at IS NOT NULL"));
  }

  private void holdX() {
    create(Map.of("max.message.bytes", "2048"));
    append(message("X", noise(8_192)), message("other", "small"));
    append(message("X", "second"), message("X", "third"));
    await().atMost(Duration.ofSeconds(10)).until(this::publishedByARound, is -> is == 1);
    awaitQuarantined(1);
  }

  private long attempts() {
    return database
        .query(
            "SELECT attempts FROM outbox WHERE quarantined_reason IS NOT NULL",
            row -> row.getLong(1))
        .get(0);
  }

  private RedriveReport<QuarantinedRow> redrive() {
    return quarantine.redrive(QuarantineFilter.all(), RedriveOptions.REAL);
  }

  private RedriveReport<QuarantinedRow> discard(QuarantineFilter filter) {
    return quarantine.discard(filter, RedriveOptions.REAL);
  }

  private int dry(QuarantineFilter filter) {
    return quarantine.redrive(filter, RedriveOptions.DRY_RUN).results().size();
  }

  private static List<RedriveOutcome> words(RedriveReport<QuarantinedRow> report) {
    return report.results().stream().map(RedriveReport.Result::outcome).toList();
  }

  private List<String> everything() {
    return database.query(
        "SELECT id, published, published_at, discarded_at, quarantined_reason, attempts"
            + " FROM outbox ORDER BY id",
        row -> {
          List<String> values = new ArrayList<>();
          for (int column = 1; column <= 6; column++) {
            values.add(row.getString(column));
          }
          return values.toString();
        });
  }

  private static final class UnknownLimits implements TopicLimits {
    @Override
    public int of(String asked) {
      return 0;
    }

    @Override
    public boolean isMissing(String asked) {
      return false;
    }

    @Override
    public void forget(String asked) {
      // Nothing is known that could be forgotten.
    }
  }
}
