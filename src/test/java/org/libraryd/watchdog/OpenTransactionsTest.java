package org.libraryd.watchdog;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

class OpenTransactionsTest {
  private static final TopicPartition PARTITION = new TopicPartition("libraryd.loan", 0);

  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
  private final AtomicLong nanos = new AtomicLong();
  private final OpenTransactions transactions = new OpenTransactions(registry, nanos::get);

  @Test
  void partitionThatStaysBehindAnOpenTransactionIsNamed() {
    sample(5, 9);
    pass();
    sample(5, 12);

    assertThat(transactions.held()).containsExactly("libraryd.loan-0@5");
    assertThat(registry.get("libraryd.held.partitions").gauge().value()).isOne();
  }

  @Test
  void transactionsThatEndOneAfterTheOtherHoldNothing() {
    sample(5, 9);
    pass();
    sample(9, 12);

    assertThat(transactions.held()).isEmpty();
  }

  @Test
  void endOfTheTransactionEndsIt() {
    sample(5, 9);
    pass();
    sample(10, 10);

    assertThat(transactions.held()).isEmpty();
  }

  @Test
  void partitionThatIsNoLongerLookedAtIsForgotten() {
    sample(5, 9);
    pass();
    transactions.sample(Map.of(), Map.of());

    assertThat(transactions.held()).isEmpty();
  }

  private void sample(long stable, long end) {
    transactions.sample(Map.of(PARTITION, stable), Map.of(PARTITION, end));
  }

  private void pass() {
    nanos.addAndGet(Duration.ofSeconds(26).toNanos());
  }
}
