package org.libraryd.redrive;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.libraryd.deadletter.DeadLetterSummary;
import org.libraryd.redrive.RedriveReport.Result;

/** The rows that a request means, and what has become of them so far; for one thread. */
final class RedriveResults {
  private final List<DeadLetterSummary> rows;
  private final Map<String, Result<DeadLetterSummary>> results = new HashMap<>();

  RedriveResults(List<DeadLetterSummary> rows) {
    this.rows = rows;
  }

  void put(DeadLetterSummary row, RedriveOutcome outcome, @Nullable String why) {
    results.put(row.id(), new Result<>(row, outcome, why));
  }

  /** Refuses what has died as often as it may. */
  void exhaust(int attemptsMax) {
    for (DeadLetterSummary row : rows) {
      if (row.attempts() >= attemptsMax) {
        put(row, RedriveOutcome.EXHAUSTED, "It has died " + row.attempts() + " times");
      }
    }
  }

  /** The rows without a result, in order of arrival. */
  List<DeadLetterSummary> open() {
    return rows.stream().filter(row -> !results.containsKey(row.id())).toList();
  }

  List<DeadLetterSummary> openOf(String consumer) {
    return open().stream().filter(row -> row.consumer().equals(consumer)).toList();
  }

  /** What became of all rows: those that have no result have failed. */
  RedriveReport<DeadLetterSummary> report() {
    return new RedriveReport<>(
        rows.stream()
            .map(
                row ->
                    results.getOrDefault(row.id(), new Result<>(row, RedriveOutcome.FAILED, null)))
            .toList());
  }
}
