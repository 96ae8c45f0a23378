package org.libraryd.consumer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.libraryd.support.LoanRecords.event;

import io.quarkus.narayana.jta.QuarkusTransaction;
import jakarta.inject.Inject;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;
import org.libraryd.idempotency.Deliveries;
import org.libraryd.loan.ParkedEventHandler;
import org.libraryd.support.DeadlockWatch;
import org.libraryd.support.IntakeFixture;
import org.libraryd.support.Threads;

/** Intake, sweep and relay lock in one order: whatever they do at once, nobody deadlocks. */
abstract class LockOrderContract extends IntakeFixture {
  private static final List<String> TYPES =
      List.of("created", "approved", "overdue", "returned", "cancelled");
  private static final int BATCHES = 60;
  private static final int BATCH = 25;
  private static final int LOANS = 40;

  @Inject ParkedEventHandler parkedEvents;

  private final DeadlockWatch deadlocks = new DeadlockWatch();
  private final AtomicInteger offsets = new AtomicInteger();
  private final AtomicInteger published = new AtomicInteger();

  @Test
  void intakeSweepAndRelayAtOnceMeetNoDeadlock() throws Exception {
    long seed = Long.getLong("seed", System.nanoTime());
    AtomicBoolean done = new AtomicBoolean();
    List<Callable<Integer>> work = new ArrayList<>();
    AtomicInteger running = new AtomicInteger(2);
    for (int i = 0; i < 2; i++) {
      Random random = new Random(seed + i);
      work.add(
          () -> {
            for (int batch = 0; batch < BATCHES; batch++) {
              take(this::handleAndWatch, randomBatch(random));
            }
            done.set(running.decrementAndGet() == 0);
            return BATCHES;
          });
    }
    work.add(() -> Threads.repeat(done, this::sweep));
    work.add(() -> Threads.repeat(done, this::publish));

    Threads.together(work);

    assertThat(deadlocks.met()).as("-Dseed=" + seed).isEmpty();
    assertThat(published.get()).isPositive();
    assertThat(
            rows(
                1,
                "SELECT loan.loan_id FROM loan WHERE version <> (SELECT count(*) FROM outbox"
                    + " WHERE aggregate_id = loan.loan_id AND dead_letter_id IS NULL)"))
        .as("loans with another number of changes than their version, -Dseed=" + seed)
        .isEmpty();
  }

  private void handleAndWatch(Deliveries deliveries) {
    deadlocks.run(() -> handler.handle(deliveries));
  }

  private void sweep() {
    List<String> loans =
        rows(1, "SELECT DISTINCT loan_id FROM dead_letter WHERE status = 'PARKED' LIMIT 20");
    try {
      deadlocks.run(() -> parkedEvents.release(Deliveries.none(), loans));
    } catch (RuntimeException e) {
      // Whatever it is, a later sweep comes.
      assertThat(FailureKind.of(e)).isNotEqualTo(FailureKind.DATA);
    }
  }

  private void publish() {
    deadlocks.run(
        () ->
            QuarkusTransaction.requiringNew()
                .run(
                    () -> {
                      rows(
                          1,
                          "SELECT shard FROM outbox_shard ORDER BY shard FOR UPDATE SKIP LOCKED");
                      Long[] ids =
                          database
                              .query(
                                  "SELECT id FROM outbox WHERE NOT published ORDER BY id LIMIT 50",
                                  row -> row.getLong(1))
                              .toArray(Long[]::new);
                      published.addAndGet(
                          database.update(
                              "UPDATE outbox SET published = TRUE,"
                                  + " published_at = CURRENT_TIMESTAMP WHERE id = ANY (?)",
                              (Object) ids));
                    }));
  }

  /** Events of few loans in any order, some ids again: many park, release and are refused. */
  private List<ConsumerRecord<byte[], byte[]>> randomBatch(Random random) {
    List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
    for (int i = 0; i < BATCH; i++) {
      int loan = random.nextInt(LOANS);
      String type = TYPES.get(random.nextInt(TYPES.size()));
      String id = loan + "-" + type + "-" + random.nextInt(8);
      records.add(event(offsets.incrementAndGet(), id, type, "L" + loan));
    }
    return records;
  }
}
