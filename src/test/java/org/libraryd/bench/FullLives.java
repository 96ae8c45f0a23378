package org.libraryd.bench;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.concurrent.Future;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * Loans that are created, approved, overdue and returned, as an endless series of events. The steps
 * of one loan lie thousands of events apart, so that no batch has more than one step of a loan to
 * write.
 *
 * <p>Event ids are random: ids in order would all go to one end of the index. Each series has loans
 * of its own, and is the same each time it is sent.
 */
final class FullLives {
  private static final List<String> STEPS =
      List.of("loan.created", "loan.approved", "loan.overdue", "loan.returned");
  private static final int LOANS_AT_ONCE = 5_000;

  private final String loans;
  private final SplittableRandom random;
  private int sent;

  FullLives(int series) {
    this.loans = "L-" + series + "-";
    this.random = Seed.of(series);
  }

  /**
   * Sends the next events, each legal where it comes; the last lives may stay unfinished. Returns
   * when the broker has them.
   */
  void send(String bootstrap, int events) {
    try (var producer =
        new KafkaProducer<>(
            Map.of("bootstrap.servers", bootstrap, "linger.ms", 5),
            new ByteArraySerializer(),
            new ByteArraySerializer())) {
      for (int i = 0; i < events; i++) {
        Future<?> unused = producer.send(next());
      }
    }
  }

  ProducerRecord<byte[], byte[]> next() {
    int generation = sent / (LOANS_AT_ONCE * STEPS.size());
    int step = sent / LOANS_AT_ONCE % STEPS.size();
    int loan = generation * LOANS_AT_ONCE + sent % LOANS_AT_ONCE;
    sent++;
    String loanId = loans + loan;
    String value =
        """
        {"type":"%s","loanId":"%s","bookId":"B-%d","memberId":"M-%d",\
        "occurredAt":"2026-11-0%dT09:30:00+08:00"}\
        """
            .formatted(STEPS.get(step), loanId, loan % 20_000, loan % 3_000, step + 1);
    var event =
        new ProducerRecord<>(Stage.TOPICS.loan(), loanId.getBytes(UTF_8), value.getBytes(UTF_8));
    UUID id = new UUID(random.nextLong(), random.nextLong());
    event.headers().add("event-id", id.toString().getBytes(UTF_8));
    return event;
  }
}
