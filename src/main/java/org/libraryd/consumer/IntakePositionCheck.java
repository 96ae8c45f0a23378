package org.libraryd.consumer;

import static io.quarkus.scheduler.Scheduled.ConcurrentExecution.SKIP;

import io.quarkus.arc.All;
import io.quarkus.scheduler.Scheduled;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import org.jboss.logging.Logger;
import org.libraryd.health.AssignedPartitions;
import org.libraryd.health.Causes;

/**
 * Sees within seconds that the database has gone back, also where no record comes: at the start,
 * after an assignment, and while the process runs and the database fails over under it.
 */
@ApplicationScoped
public class IntakePositionCheck {
  private static final Logger LOG = Logger.getLogger(IntakePositionCheck.class);

  private final List<IntakeOwner> owners;
  private final AssignedPartitions assigned;
  private final PositionBook book;

  IntakePositionCheck(
      @All List<IntakeOwner> owners, AssignedPartitions assigned, PositionBook book) {
    this.owners = owners;
    this.assigned = assigned;
    this.book = book;
  }

  /**
   * Lets no record in while a person has to decide from where.
   *
   * @throws RuntimeException saying what to set, or that database or broker do not answer
   */
  public void admit() {
    owners.forEach(owner -> book.admit(owner.intake().source()));
  }

  @Scheduled(every = "10s", concurrentExecution = SKIP)
  void run() {
    owners.forEach(owner -> check(owner.intake()));
  }

  private void check(Intake intake) {
    try {
      intake.check(assigned.to(intake.source().channel()));
    } catch (RuntimeException e) {
      // Whoever is away is told by its pulse; the next batch or the next run looks again.
      LOG.debugf("%s: positions unknown: %s", intake.source().consumer(), Causes.describe(e));
    }
  }
}
