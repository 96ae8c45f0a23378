package org.libraryd.consumer;

import static io.quarkus.scheduler.Scheduled.ConcurrentExecution.SKIP;

import io.quarkus.scheduler.Scheduled;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.jboss.logging.Logger;
import org.libraryd.deadletter.DeadLetters;
import org.libraryd.health.Causes;
import org.libraryd.health.LogFields;
import org.libraryd.idempotency.AppliedBefore;
import org.libraryd.idempotency.Deliveries;
import org.libraryd.loan.LoanEventHandler;
import org.libraryd.loan.ParkedEventHandler;
import org.libraryd.loan.ParkingConfig;
import org.libraryd.wire.Reason;

/**
 * Lets no parked event wait for ever: one whose predecessor was committing while it parked is
 * released within a sweep, and one that has waited too long is rejected, though not while records
 * that were there when it fell due have still to be taken in.
 */
@ApplicationScoped
class ParkingSweep {
  private static final Logger LOG = Logger.getLogger(ParkingSweep.class);
  private static final int LOANS_PER_TRANSACTION = 100;
  private static final int EXPIRIES_MAX = 1000;

  private final DeadLetters deadLetters;
  private final ParkedEventHandler handler;
  private final ParkingConfig config;
  private final IntakeBacklog backlog;
  private final IntakeMetrics metrics;
  private final RejectionLog rejections;
  private Set<String> due = Set.of();

  ParkingSweep(
      DeadLetters deadLetters,
      ParkedEventHandler handler,
      ParkingConfig config,
      IntakeBacklog backlog,
      IntakeMetrics metrics,
      RejectionLog rejections) {
    this.deadLetters = deadLetters;
    this.handler = handler;
    this.config = config;
    this.backlog = backlog;
    this.metrics = metrics;
    this.rejections = rejections;
  }

  @Scheduled(every = "{libraryd.parking.sweep}", concurrentExecution = SKIP)
  void run() {
    try {
      release();
      expire();
    } catch (RuntimeException e) {
      LOG.warnf("Parked events stay until the next sweep: %s", Causes.describe(e));
    }
  }

  void release() {
    String last = "";
    List<String> loanIds = page(last);
    while (!loanIds.isEmpty()) {
      release(loanIds);
      last = loanIds.get(loanIds.size() - 1);
      loanIds = page(last);
    }
  }

  private List<String> page(String afterLoanId) {
    return deadLetters.loansWithReleasable(
        LoanEventHandler.CONSUMER, afterLoanId, LOANS_PER_TRANSACTION);
  }

  private void release(List<String> loanIds) {
    try {
      commit(none -> handler.release(none, loanIds));
    } catch (RuntimeException failure) {
      if (FailureKind.of(failure) == FailureKind.AVAILABILITY) {
        throw failure;
      }
      loanIds.forEach(this::releaseOneByOne);
    }
  }

  private void releaseOneByOne(String loanId) {
    String letterId = handler.nextReleasable(loanId);
    try {
      while (letterId != null) {
        releaseOne(loanId, letterId);
        String next = handler.nextReleasable(loanId);
        letterId = letterId.equals(next) ? null : next;
      }
    } catch (RuntimeException failure) {
      new LogFields(null, loanId, null)
          .around(
              () ->
                  LOG.warnf(
                      "Parked events of a loan stay until the next sweep: %s",
                      Causes.describe(failure)));
    }
  }

  private void releaseOne(String loanId, String letterId) {
    try {
      commit(none -> handler.releaseOne(none, loanId, letterId));
    } catch (RuntimeException failure) {
      if (FailureKind.of(failure) != FailureKind.DATA) {
        throw failure;
      }
      reject(Set.of(letterId), Reason.DATA_ERROR, "The database refuses a value of this event");
    }
  }

  /** Rejects what was due at an earlier sweep, once all records that were there then are in. */
  void expire() {
    if (!due.isEmpty() && backlog.isTakenIn()) {
      expire(due);
      due = Set.of();
    }
    if (due.isEmpty()) {
      due =
          Set.copyOf(
              deadLetters.parkedFor(LoanEventHandler.CONSUMER, config.timeout(), EXPIRIES_MAX));
      if (!due.isEmpty() && !backlog.note()) {
        due = Set.of();
      }
    }
  }

  private void expire(Set<String> letterIds) {
    String detail = "No predecessor came within " + config.timeout();
    try {
      reject(letterIds, Reason.PARKING_EXPIRED, detail);
    } catch (RuntimeException failure) {
      if (FailureKind.of(failure) == FailureKind.AVAILABILITY) {
        throw failure;
      }
      // One row that the database refuses must not keep the others waiting.
      letterIds.forEach(id -> expireAlone(id, detail));
    }
  }

  private void expireAlone(String letterId, String detail) {
    try {
      reject(Set.of(letterId), Reason.PARKING_EXPIRED, detail);
    } catch (RuntimeException failure) {
      LOG.warnf("A parked event does not expire: %s", Causes.describe(failure));
    }
  }

  private void reject(Set<String> letterIds, Reason reason, String detail) {
    commit(none -> handler.reject(none, letterIds, reason, detail));
  }

  private void commit(Consumer<Deliveries> work) {
    Set<AppliedBefore> known = new HashSet<>();
    Deliveries none = Deliveries.none();
    while (true) {
      try {
        work.accept(none);
        metrics.count(LoanEventHandler.CONSUMER, none);
        rejections.note(LoanEventHandler.CONSUMER, none);
        return;
      } catch (RuntimeException failure) {
        if (FailureKind.of(failure) != FailureKind.APPLIED_BEFORE) {
          throw failure;
        }
        known.addAll(FailureKind.appliedBefore(failure));
        none = Deliveries.none().knowing(known);
      }
    }
  }
}
