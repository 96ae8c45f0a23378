package org.libraryd.redrive;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.libraryd.deadletter.DeadLetterSummary;

class BatchesTest {
  private static final long MEBIBYTE = 1 << 20;

  @Test
  void rowsAndBytesBoundABatchAndTheOrderStays() {
    assertThat(sizes(Collections.nCopies(1_001, 100L))).containsExactly(500, 500, 1);
    assertThat(sizes(Collections.nCopies(20, MEBIBYTE))).containsExactly(8, 8, 4);
    assertThat(sizes(List.of())).isEmpty();
  }

  @Test
  void rowLargerThanABatchIsABatch() {
    assertThat(sizes(List.of(1L, 20 * MEBIBYTE, 1L, 1L))).containsExactly(1, 1, 2);
  }

  private static List<Integer> sizes(List<Long> bytes) {
    List<DeadLetterSummary> rows =
        LongStream.range(0, bytes.size()).mapToObj(i -> row(i, bytes.get((int) i))).toList();
    List<List<DeadLetterSummary>> batches = Batches.of(rows);
    assertThat(batches.stream().flatMap(List::stream)).containsExactlyElementsOf(rows);
    return batches.stream().map(List::size).toList();
  }

  private static DeadLetterSummary row(long offset, long bytes) {
    return new DeadLetterSummary(
        "id" + offset, "c", null, null, "stuck", "t", 0, offset, 1, Instant.EPOCH, bytes);
  }
}
