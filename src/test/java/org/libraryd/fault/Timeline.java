package org.libraryd.fault;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.libraryd.model.Balance;
import org.libraryd.model.EventCorpus;
import org.libraryd.model.Invariants;

/** When a scenario's fault began and ended, when all was well again, and the row it makes. */
final class Timeline {

  private final String id;
  private final String database;
  private final String fault;
  private final long start = System.nanoTime();
  private long faultStart = start;
  private long faultEnd;
  private long noise;
  private boolean faulty;
  private double recovered = Double.NaN;

  Timeline(String id, String database, String fault) {
    this.id = id;
    this.database = database;
    this.fault = fault;
  }

  String title() {
    return id + " on " + database + ", " + fault;
  }

  void faultBegins() {
    faultStart = System.nanoTime();
    faulty = true;
  }

  void faultEnds() {
    faultEnd = System.nanoTime();
  }

  /** Returns the time since the last end of a fault. */
  Duration sinceFault() {
    return Duration.ofNanos(System.nanoTime() - faultEnd);
  }

  boolean isFaulty() {
    return faulty;
  }

  /**
   * All is done by now.
   *
   * @param lines of trouble that the noisiest process has printed
   */
  void recovered(long lines) {
    noise = lines;
    if (faultEnd != 0) {
      recovered = seconds(faultEnd);
    }
  }

  /**
   * Lines of trouble per second and process from the fault's begin until now, over ten seconds at
   * least.
   */
  double noisePerSecond() {
    double window = seconds(faultStart);
    return noise / Math.max(window, 10);
  }

  Report.Row row(
      EventCorpus corpus,
      Invariants.@Nullable Examination examination,
      @Nullable Throwable failure,
      List<String> faults) {
    Balance.Figures balance =
        examination == null ? new Balance.Figures(-1, -1) : examination.figures().balance();
    boolean passed = failure == null && faults.isEmpty();
    String first = faults.isEmpty() ? "" : faults.get(0);
    String cause = failure == null ? first : failure.toString().lines().findFirst().orElse("");
    return new Report.Row(
        id,
        database,
        fault,
        corpus.size(),
        Report.outcomes(corpus.verdicts()),
        balance.lost(),
        balance.doubled(),
        recovered,
        seconds(start),
        passed ? "passed" : "**failed**: " + cause.replace('|', '/'));
  }

  private static double seconds(long since) {
    return Duration.ofNanos(System.nanoTime() - since).toMillis() / 1000.0;
  }
}
