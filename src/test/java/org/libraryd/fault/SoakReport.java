package org.libraryd.fault;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.libraryd.model.Invariants.Examination;

/** The figures of a soak in {@code target/faults/soak.md}, and printed. */
final class SoakReport {

  private static final Path FILE = Path.of("target", "faults", "soak.md");

  /** What the faults of one kind came to. */
  private static final class Tally {
    private int times;
    private int alone;
    private Duration slowest = Duration.ZERO;
  }

  private final SoakPlan plan;
  private final Map<SoakFault, Tally> tallies = new TreeMap<>();
  private double noisiest;

  SoakReport(SoakPlan plan) {
    this.plan = plan;
  }

  /**
   * Counts a fault.
   *
   * @param recovered from its end until all before it was through, absent where the next one came
   *     first
   */
  void add(SoakFault fault, @Nullable Duration recovered, double linesPerSecond) {
    Tally tally = tallies.computeIfAbsent(fault, kind -> new Tally());
    tally.times++;
    if (recovered != null) {
      tally.alone++;
      tally.slowest = recovered.compareTo(tally.slowest) > 0 ? recovered : tally.slowest;
    }
    noisiest = Math.max(noisiest, linesPerSecond);
  }

  /** Writes and prints all. */
  void write(Run run, Report.Row row) {
    List<String> lines = new ArrayList<>();
    lines.add("| soak of " + minutes() + " min, `-Dseed=" + plan.seed() + "` | |");
    lines.add("|---|---:|");
    figure(lines, "instances", run.services().size());
    figure(lines, "records sent", run.corpus().size());
    Report.byOutcome(run.corpus().verdicts())
        .forEach((outcome, count) -> figure(lines, outcome.toLowerCase(Locale.ROOT), count));
    figure(lines, "faults", tallies.values().stream().mapToInt(it -> it.times).sum());
    figure(lines, "restarts of instances", restarts(run));
    figure(lines, "effects lost", row.lost());
    figure(lines, "effects doubled", row.doubled());
    Examination examination = run.examination();
    if (examination != null) {
      figure(lines, "changes on the topic", examination.figures().changesOnTopic());
      figure(lines, "of them repeats under the same id", examination.figures().repeats());
      figure(lines, "audit copies", examination.figures().auditOnTopic());
    }
    figure(lines, "slowest recovery from a fault, s", seconds(slowest()));
    figure(lines, "all done after the last record, s", row.recovered());
    figure(lines, "lines of trouble a second, all instances, worst fault", rounded(noisiest));
    List<HealthWatch> probes = run.services().stream().map(Service::health).toList();
    figure(lines, "answers of probes", probes.stream().mapToInt(HealthWatch::asked).sum());
    figure(lines, "of them later than 1 s", probes.stream().mapToLong(HealthWatch::late).sum());
    figure(lines, "result", row.result());
    lines.add("");
    lines.add("| fault | times | seen through before the next | slowest recovery, s |");
    lines.add("|---|---:|---:|---:|");
    tallies.forEach(
        (fault, it) ->
            lines.add(
                String.format(
                    Locale.ROOT,
                    "| %s | %d | %d | %.1f |",
                    fault,
                    it.times,
                    it.alone,
                    seconds(it.slowest))));
    lines.add("");
    run.faults().forEach(fault -> lines.add("- " + fault));
    System.out.println(String.join("\n", lines));
    try {
      Files.createDirectories(FILE.getParent());
      Files.write(FILE, lines);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static int restarts(Run run) {
    return run.services().stream().mapToInt(Service::restarts).sum();
  }

  private Duration slowest() {
    return tallies.values().stream()
        .map(it -> it.slowest)
        .max(Duration::compareTo)
        .orElse(Duration.ZERO);
  }

  private String minutes() {
    return String.format(Locale.ROOT, "%.1f", seconds(plan.length()) / 60);
  }

  private static double seconds(Duration time) {
    return rounded(time.toMillis() / 1000.0);
  }

  private static double rounded(double value) {
    return Math.round(value * 10) / 10.0;
  }

  private static void figure(List<String> lines, String name, Object value) {
    lines.add("| " + name + " | " + value + " |");
  }
}
