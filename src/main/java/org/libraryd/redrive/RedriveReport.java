package org.libraryd.redrive;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What became of each row that a request meant, in the order they were handled; of a dry run, what
 * would become of it.
 */
public record RedriveReport<R>(List<Result<R>> results) {
  /**
   * One row as it was looked up, and its outcome.
   *
   * @param why the reason of a rejection, or the failure; null for all other outcomes
   */
  public record Result<R>(R row, RedriveOutcome outcome, @Nullable String why) {}

  public RedriveReport {
    results = List.copyOf(results);
  }

  /** How many rows had each outcome; those that none had are left out. */
  public Map<RedriveOutcome, Long> counts() {
    Map<RedriveOutcome, Long> counts = new EnumMap<>(RedriveOutcome.class);
    results.forEach(result -> counts.merge(result.outcome(), 1L, Long::sum));
    return counts;
  }
}
