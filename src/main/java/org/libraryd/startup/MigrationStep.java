package org.libraryd.startup;

import jakarta.inject.Singleton;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.MigrationInfo;
import org.flywaydb.core.api.exception.FlywayValidateException;
import org.libraryd.health.DatabasePulse;

/**
 * Brings the tables to this version, or leaves them as a later one has made them. Replicas that
 * start together wait for each other; tables of another history refuse the start.
 *
 * <p>During an update this version and the next run side by side, so a migration only adds what the
 * version before it does without; what is no longer used goes one version later. It has a version
 * number: to the version before it, one that is repeatable is a stranger and not the future.
 */
@Singleton
class MigrationStep implements StartStep {
  private final Flyway flyway;
  private final DatabasePulse pulse;

  MigrationStep(Flyway flyway, DatabasePulse pulse) {
    this.flyway = flyway;
    this.pulse = pulse;
  }

  @Override
  public String name() {
    return "the migration of the database";
  }

  @Override
  public void attempt() {
    for (MigrationInfo migration : flyway.info().all()) {
      if (migration.getState().isFailed()) {
        throw new RefusedStartException(
            "%s was left half done, somebody has to repair the tables"
                .formatted(migration.getScript()));
      }
    }
    try {
      flyway.migrate();
      pulse.succeeded();
    } catch (FlywayValidateException e) {
      throw new RefusedStartException("The tables do not fit this version: " + e.getMessage());
    }
  }
}
