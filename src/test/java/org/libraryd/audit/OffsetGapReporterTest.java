package org.libraryd.audit;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.libraryd.watchdog.Stalls;

class OffsetGapReporterTest {

  private static final TopicPartition PARTITION = new TopicPartition("loans", 0);

  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
  private final OffsetGapReporter reporter =
      new OffsetGapReporter(new AuditMetrics(registry, new Stalls(registry)));
  private final MockConsumer<byte[], byte[]> consumer = new MockConsumer<>("earliest");

  @BeforeEach
  void assign() {
    consumer.assign(List.of(PARTITION));
    consumer.updateBeginningOffsets(Map.of(PARTITION, 10L));
    consumer.updateEndOffsets(Map.of(PARTITION, 20L));
  }

  @Test
  void recordsWithoutACommittedOffsetAreReportedOnce() {
    reporter.report(consumer, List.of(PARTITION));
    reporter.report(consumer, List.of(PARTITION));
    assertThat(gaps()).isEqualTo(1);
  }

  @Test
  void anEmptyPartitionIsNoGap() {
    consumer.updateEndOffsets(Map.of(PARTITION, 10L));
    reporter.report(consumer, List.of(PARTITION));
    assertThat(gaps()).isZero();
  }

  @Test
  void recordsThatWereDeletedBeforeTheyWereCopiedAreReported() {
    consumer.commitSync(Map.of(PARTITION, new OffsetAndMetadata(9)));
    reporter.report(consumer, List.of(PARTITION));
    assertThat(gaps()).isEqualTo(1);
  }

  @Test
  void aCommittedOffsetWithItsRecordIsNoGap() {
    consumer.commitSync(Map.of(PARTITION, new OffsetAndMetadata(10)));
    reporter.report(consumer, List.of(PARTITION));
    assertThat(gaps()).isZero();
  }

  private double gaps() {
    return registry.counter("libraryd.audit.gaps").count();
  }
}
