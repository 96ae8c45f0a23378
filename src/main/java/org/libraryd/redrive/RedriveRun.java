package org.libraryd.redrive;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;
import org.libraryd.consumer.FailureKind;
import org.libraryd.consumer.IntakeMetrics;
import org.libraryd.consumer.LoneDelivery;
import org.libraryd.deadletter.DeadLetterSearchRepository;
import org.libraryd.deadletter.DeadLetterSummary;
import org.libraryd.deadletter.RedriveHandler;
import org.libraryd.health.Causes;
import org.libraryd.idempotency.AppliedBefore;
import org.libraryd.idempotency.Deliveries;
import org.libraryd.idempotency.Verdict;
import org.libraryd.wire.Delivery;
import org.libraryd.wire.Reason;

/**
 * One request on the dead letters of one consumer. A batch that fails is halved until the culprit
 * is alone, where it is rejected or given up as a delivery of the intake would be, though in
 * bounded time: a person waits.
 */
final class RedriveRun {
  private record Item(DeadLetterSummary row, Delivery delivery) {}

  private static final int TRIES_ALONE = 5;

  private final RedriveHandler handler;
  private final DeadLetterSearchRepository search;
  private final RedriveTransaction transaction;
  private final IntakeMetrics metrics;
  private final RedriveResults results;
  private final boolean dryRun;

  RedriveRun(
      RedriveHandler handler,
      DeadLetterSearchRepository search,
      RedriveTransaction transaction,
      IntakeMetrics metrics,
      RedriveResults results,
      boolean dryRun) {
    this.handler = handler;
    this.search = search;
    this.transaction = transaction;
    this.metrics = metrics;
    this.results = results;
    this.dryRun = dryRun;
  }

  /**
   * Gives each row of a batch a result.
   *
   * @throws RuntimeException if the database is away; some rows may have none then
   */
  void batch(List<DeadLetterSummary> rows) {
    Map<String, ConsumerRecord<byte[], byte[]>> records = search.records(rows);
    List<Item> items = new ArrayList<>(rows.size());
    for (DeadLetterSummary row : rows) {
      ConsumerRecord<byte[], byte[]> source = records.get(row.id());
      if (source == null) {
        results.put(row, RedriveOutcome.CHANGED, null);
      } else {
        items.add(new Item(row, new Delivery(source, handler.decode(source))));
      }
    }
    if (!items.isEmpty()) {
      whole(items);
    }
  }

  private void whole(List<Item> items) {
    if (items.size() == 1) {
      alone(items.get(0));
      return;
    }
    List<DeadLetterSummary> rows = items.stream().map(Item::row).toList();
    Deliveries deliveries = Deliveries.of(items.stream().map(Item::delivery).toList());
    Set<AppliedBefore> known = new HashSet<>();
    RuntimeException failure = attempt(rows, deliveries);
    while (failure != null && FailureKind.of(failure) == FailureKind.APPLIED_BEFORE) {
      known.addAll(FailureKind.appliedBefore(failure));
      failure = attempt(rows, deliveries.knowing(known));
    }
    if (failure != null) {
      int middle = items.size() / 2;
      whole(items.subList(0, middle));
      whole(items.subList(middle, items.size()));
    }
  }

  private void alone(Item item) {
    LoneDelivery lone = new LoneDelivery(item.delivery());
    Set<AppliedBefore> known = new HashSet<>();
    String why = "";
    for (int tries = 0; tries < TRIES_ALONE; tries++) {
      RuntimeException failure = attempt(List.of(item.row()), lone.deliveries().knowing(known));
      if (failure == null) {
        return;
      }
      why = Causes.describe(failure);
      switch (FailureKind.of(failure)) {
        case APPLIED_BEFORE -> known.addAll(FailureKind.appliedBefore(failure));
        case DATA -> lone.refusedByDatabase();
        case STALE_READ -> lone.missed();
        default -> {}
      }
    }
    results.put(item.row(), RedriveOutcome.FAILED, why);
  }

  /**
   * Judges rows in one transaction and keeps their results.
   *
   * @return the failure, or null
   * @throws RuntimeException if the database is away
   */
  private @Nullable RuntimeException attempt(List<DeadLetterSummary> rows, Deliveries deliveries) {
    Set<String> mine;
    try {
      mine = transaction.run(dryRun, () -> handler.redrive(deliveries, rows));
    } catch (RuntimeException failure) {
      if (FailureKind.of(failure) == FailureKind.AVAILABILITY) {
        throw failure;
      }
      return failure;
    }
    if (!dryRun) {
      metrics.countReleased(deliveries);
    }
    List<Verdict> verdicts = deliveries.verdicts();
    for (int i = 0; i < verdicts.size(); i++) {
      keep(rows.get(i), verdicts.get(i), mine.contains(rows.get(i).id()));
    }
    return null;
  }

  private void keep(DeadLetterSummary row, Verdict verdict, boolean mine) {
    Reason reason = verdict.reason();
    results.put(
        row,
        mine ? RedriveOutcome.of(verdict.outcome()) : RedriveOutcome.CHANGED,
        mine && reason != null ? reason.label() : null);
  }
}
