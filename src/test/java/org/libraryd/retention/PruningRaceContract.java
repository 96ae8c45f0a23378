package org.libraryd.retention;

import static org.assertj.core.api.Assertions.assertThat;
import static org.libraryd.support.LoanRecords.event;

import io.quarkus.arc.All;
import io.quarkus.narayana.jta.QuarkusTransaction;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;
import org.libraryd.idempotency.Deliveries;
import org.libraryd.loan.ParkedEventHandler;
import org.libraryd.support.DeadlockWatch;
import org.libraryd.support.IntakeFixture;
import org.libraryd.support.Threads;

/**
 * Two pruners that take whatever is settled, at once with intake, sweep and relay: nobody
 * deadlocks, and no change is lost, doubled or out of order.
 */
abstract class PruningRaceContract extends IntakeFixture {
  private record Change(long id, String loanId, String type, long version) {
    /** Whether no change is missing in between; a finished loan that was pruned begins anew. */
    boolean isFollowedBy(Change next) {
      return next.version() == version + 1 || (isLast() && next.version() == 1);
    }

    boolean isLast() {
      return type.equals("loan.returned") || type.equals("loan.cancelled");
    }
  }

  private static final List<String> TYPES =
      List.of("created", "approved", "overdue", "returned", "cancelled");
  private static final int BATCHES = 60;
  private static final int BATCH = 25;
  private static final int LOANS = 40;
  private static final int PRUNED_AT_ONCE = 20;

  @Inject ParkedEventHandler parkedEvents;
  @Inject @All List<Prunable> tables;

  private final DeadlockWatch deadlocks = new DeadlockWatch();
  private final AtomicInteger offsets = new AtomicInteger();
  private final AtomicInteger pruned = new AtomicInteger();
  private final Queue<Change> published = new ConcurrentLinkedQueue<>();

  @Test
  void pruningLosesAndDoublesNothingWhateverGoesOnAtOnce() throws Exception {
    long seed = Long.getLong("seed", System.nanoTime());
    AtomicBoolean done = new AtomicBoolean();
    AtomicInteger intakes = new AtomicInteger(2);
    List<Callable<Integer>> work = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      Random random = new Random(seed + i);
      work.add(
          () -> {
            try {
              for (int batch = 0; batch < BATCHES; batch++) {
                take(this::handleAndWatch, randomBatch(random));
              }
            } finally {
              done.compareAndSet(false, intakes.decrementAndGet() == 0);
            }
            return BATCHES;
          });
      work.add(() -> Threads.repeat(done, this::prune));
    }
    work.add(() -> Threads.repeat(done, this::sweep));
    work.add(() -> Threads.repeat(done, this::publish));

    Threads.together(work);

    assertThat(deadlocks.met()).as("-Dseed=" + seed).isEmpty();
    assertThat(pruned.get()).isPositive();
    assertThat(published).isNotEmpty();
    everyLoanIsWhereItsChangesLeftIt("-Dseed=" + seed);
    assertThat(
            rows(1, "SELECT event_id FROM dead_letter WHERE status = 'PARKED' ORDER BY event_id"))
        .as("parked events have claims, -Dseed=" + seed)
        .isEqualTo(
            rows(
                1,
                "SELECT event_id FROM consumed_event WHERE outcome = 'PARKED' ORDER BY event_id"));
  }

  private void everyLoanIsWhereItsChangesLeftIt(String seed) {
    Map<String, Change> last = new HashMap<>();
    Stream.concat(
            published.stream(),
            changesWhere("dead_letter_id IS NULL").stream().filter(this::isUnpublished))
        .sorted((one, other) -> Long.compare(one.id(), other.id()))
        .forEach(
            change -> {
              Change before = last.put(change.loanId(), change);
              assertThat(before == null ? change.version() == 1 : before.isFollowedBy(change))
                  .as("%s after %s, %s", change, before, seed)
                  .isTrue();
            });
    Map<String, Long> loans = new HashMap<>();
    database.query(
        "SELECT loan_id, version FROM loan", row -> loans.put(row.getString(1), row.getLong(2)));
    last.forEach(
        (loanId, change) -> {
          if (loans.containsKey(loanId) || !change.isLast()) {
            assertThat(loans).as(seed).containsEntry(loanId, change.version());
          }
        });
    assertThat(last).containsKeys(loans.keySet().toArray(String[]::new));
  }

  private boolean isUnpublished(Change change) {
    return published.stream().noneMatch(other -> other.id() == change.id());
  }

  private void handleAndWatch(Deliveries deliveries) {
    deadlocks.run(() -> handler.handle(deliveries));
  }

  private void prune() {
    for (Prunable table : tables) {
      deadlocks.run(
          () ->
              pruned.addAndGet(
                  QuarkusTransaction.requiringNew()
                      .call(() -> table.prune(Duration.ZERO, PRUNED_AT_ONCE))));
    }
  }

  private void sweep() {
    List<String> loans =
        rows(1, "SELECT DISTINCT loan_id FROM dead_letter WHERE status = 'PARKED' LIMIT 20");
    try {
      deadlocks.run(() -> parkedEvents.release(Deliveries.none(), loans));
    } catch (RuntimeException e) {
      // A claim is gone while its outbox row is not, or a row has moved: a later sweep comes.
      assertThat(deadlocks.met()).isEmpty();
    }
  }

  private void publish() {
    List<Change> sent =
        QuarkusTransaction.requiringNew()
            .call(
                () -> {
                  List<Change> changes =
                      changesWhere(
                          "published = FALSE AND dead_letter_id IS NULL ORDER BY id LIMIT 50");
                  database.update(
                      "UPDATE outbox SET published = TRUE, published_at = CURRENT_TIMESTAMP"
                          + " WHERE dead_letter_id IS NOT NULL AND published = FALSE"
                          + " OR id = ANY (?)",
                      (Object) changes.stream().map(Change::id).toArray(Long[]::new));
                  return changes;
                });
    published.addAll(sent);
  }

  private List<Change> changesWhere(String where) {
    return database.query(
        "SELECT id, aggregate_id, event_type, coalesce(aggregate_version, 0) FROM outbox WHERE "
            + where,
        row -> new Change(row.getLong(1), row.getString(2), row.getString(3), row.getLong(4)));
  }

  /** Events of few loans in any order, many ids again after they have been forgotten. */
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
