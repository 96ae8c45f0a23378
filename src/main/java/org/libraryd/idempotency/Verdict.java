package org.libraryd.idempotency;

import org.jspecify.annotations.Nullable;
import org.libraryd.wire.Reason;

/**
 * The outcome of one delivery, with the reason where it is {@link Outcome#REJECTED}.
 *
 * @param detail for a person, or null; bounded and free of control characters
 */
public record Verdict(Outcome outcome, @Nullable Reason reason, @Nullable String detail) {
  public static final Verdict APPLIED = new Verdict(Outcome.APPLIED, null, null);
  public static final Verdict UNCHANGED = new Verdict(Outcome.UNCHANGED, null, null);
  public static final Verdict DUPLICATE = new Verdict(Outcome.DUPLICATE, null, null);
  public static final Verdict PARKED = new Verdict(Outcome.PARKED, null, null);
  public static final Verdict IGNORED = new Verdict(Outcome.IGNORED, null, null);

  public Verdict {
    if ((outcome == Outcome.REJECTED) != (reason != null)) {
      throw new IllegalArgumentException("A reason belongs to REJECTED and to nothing else");
    }
  }

  public static Verdict rejected(Reason reason, @Nullable String detail) {
    return new Verdict(Outcome.REJECTED, reason, detail);
  }
}
