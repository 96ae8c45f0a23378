package org.libraryd.startup;

import jakarta.inject.Singleton;
import java.util.List;
import org.libraryd.retention.RetentionConfig;
import org.libraryd.retention.RetentionConfig.Mode;
import org.libraryd.retention.RetentionGuard;

/** Refuses the start where rows would end before the records that they protect against. */
@Singleton
class RetentionStep implements StartStep {
  private final RetentionGuard guard;
  private final Mode mode;

  RetentionStep(RetentionGuard guard, RetentionConfig config) {
    this.guard = guard;
    this.mode = config.guard();
  }

  @Override
  public String name() {
    return "the retention of the topics";
  }

  @Override
  public void attempt() throws Exception {
    List<String> complaints = guard.check();
    // Otherwise the guard's schedule says it, at once and whenever it changes.
    if (mode == Mode.REFUSE && !complaints.isEmpty()) {
      throw new RefusedStartException(
          "Records could be delivered again after they were forgotten"
              + " (libraryd.retention.guard=warn starts all the same, without pruning):\n  "
              + String.join("\n  ", complaints));
    }
  }
}
