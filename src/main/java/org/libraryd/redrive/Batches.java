package org.libraryd.redrive;

import java.util.ArrayList;
import java.util.List;
import org.libraryd.deadletter.DeadLetterSummary;

/** Cuts a list of rows into batches that a transaction and the heap can hold, keeping the order. */
final class Batches {
  /** As many as the intake takes in less than a second. */
  static final int ROWS_MAX = 500;

  private static final long BYTES_MAX = 8 << 20;

  private Batches() {}

  static List<List<DeadLetterSummary>> of(List<DeadLetterSummary> rows) {
    List<List<DeadLetterSummary>> batches = new ArrayList<>();
    List<DeadLetterSummary> batch = new ArrayList<>();
    long bytes = 0;
    for (DeadLetterSummary row : rows) {
      bytes += row.bytes();
      if (batch.size() == ROWS_MAX || (bytes > BYTES_MAX && !batch.isEmpty())) {
        batches.add(batch);
        batch = new ArrayList<>();
        bytes = row.bytes();
      }
      batch.add(row);
    }
    if (!batch.isEmpty()) {
      batches.add(batch);
    }
    return batches;
  }
}
