package org.libraryd.model;

import org.jspecify.annotations.Nullable;

/**
 * What must become of one delivery.
 *
 * @param reason label of the refusal, present only with {@link Outcome#REJECTED}
 */
public record Verdict(Outcome outcome, @Nullable String reason) {

  /** The outcomes every delivery is counted under. */
  public enum Outcome {
    APPLIED,
    UNCHANGED,
    DUPLICATE,
    PARKED,
    REJECTED,
    IGNORED
  }

  public static final Verdict APPLIED = new Verdict(Outcome.APPLIED, null);
  public static final Verdict UNCHANGED = new Verdict(Outcome.UNCHANGED, null);
  public static final Verdict DUPLICATE = new Verdict(Outcome.DUPLICATE, null);
  public static final Verdict PARKED = new Verdict(Outcome.PARKED, null);
  public static final Verdict IGNORED = new Verdict(Outcome.IGNORED, null);

  public static Verdict rejected(String reason) {
    return new Verdict(Outcome.REJECTED, reason);
  }

  public boolean isRejected() {
    return outcome == Outcome.REJECTED;
  }

  /** Tells whether the delivery keeps the claim on its event id as something done. */
  public boolean isDone() {
    return outcome == Outcome.APPLIED || outcome == Outcome.UNCHANGED;
  }

  @Override
  public String toString() {
    return reason == null ? outcome.name() : outcome + " " + reason;
  }
}
