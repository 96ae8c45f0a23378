package org.libraryd.bench;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * Loans that are created, approved, overdue and returned. The steps of one loan lie thousands of
 * events apart, so that no batch has more than one step of a loan to write.
 *
 * <p>Event ids are random: ids in order would all go to one end of the index. Each call has loans
 * of its own.
 */
final class FullLives {
  private static final List<String> STEPS =
      List.of("loan.created", "loan.approved", "loan.overdue", "loan.returned");
  private static final int LOANS_AT_ONCE = 5_000;
  private static final AtomicInteger CALLS = new AtomicInteger();

  private FullLives() {}

  /**
   * Sends exactly so many events, each legal where it comes; the last lives may stay unfinished.
   */
  static void send(String bootstrap, String topic, int events) {
    String loans = "L-" + CALLS.incrementAndGet() + "-";
    try (var producer =
        new KafkaProducer<>(
            Map.of("bootstrap.servers", bootstrap, "linger.ms", 5),
            new ByteArraySerializer(),
            new ByteArraySerializer())) {
      for (int i = 0; i < events; i++) {
        Future<?> unused = producer.send(record(topic, loans, i));
      }
    }
  }

  private static ProducerRecord<byte[], byte[]> record(String topic, String loans, int i) {
    int generation = i / (LOANS_AT_ONCE * STEPS.size());
    int step = i / LOANS_AT_ONCE % STEPS.size();
    int loan = generation * LOANS_AT_ONCE + i % LOANS_AT_ONCE;
    String loanId = loans + loan;
    String value =
        """
        {"type":"%s","loanId":"%s","bookId":"B-%d","memberId":"M-%d",\
        "occurredAt":"2026-11-0%dT09:30:00+08:00"}"""
            .formatted(STEPS.get(step), loanId, loan % 20_000, loan % 3_000, step + 1);
    var sent = new ProducerRecord<>(topic, loanId.getBytes(UTF_8), value.getBytes(UTF_8));
    sent.headers().add("event-id", UUID.randomUUID().toString().getBytes(UTF_8));
    return sent;
  }
}
