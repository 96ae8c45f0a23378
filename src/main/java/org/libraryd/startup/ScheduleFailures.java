package org.libraryd.startup;

import io.quarkus.scheduler.FailedExecution;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import org.jboss.logging.Logger;
import org.libraryd.health.Causes;

/** Says in one line that a schedule failed: its next run is its next try. */
@ApplicationScoped
class ScheduleFailures {
  private static final Logger LOG = Logger.getLogger(ScheduleFailures.class);

  void onFailure(@Observes FailedExecution failure) {
    LOG.warnf(
        "%s failed and will run again: %s",
        failure.getExecution().getTrigger().getMethodDescription(),
        Causes.describe(failure.getException()));
    LOG.debug("The failure", failure.getException());
  }
}
