package org.libraryd.startup;

import jakarta.inject.Singleton;
import org.libraryd.consumer.IntakePositionCheck;

/** Lets nothing in while the database does not know how far its own intake is. */
@Singleton
class PositionsStep implements StartStep {
  private final IntakePositionCheck positions;

  PositionsStep(IntakePositionCheck positions) {
    this.positions = positions;
  }

  @Override
  public String name() {
    return "the intake's positions in the database";
  }

  @Override
  public void attempt() {
    positions.admit();
  }
}
