package org.libraryd.relay;

/** Texts of {@code outbox.quarantined_reason}; the one for size names a limit that is too low. */
final class QuarantineReason {
  /** What a reason for size begins with; the limit in bytes follows. */
  static final String TOO_LARGE = "too-large: limit ";

  private static final String INVALID = "invalid: ";
  private static final int LONGEST = 200;

  private QuarantineReason() {}

  static String of(Exception error, long limit) {
    if (SendFailure.of(error) == SendFailure.TOO_LARGE) {
      return TOO_LARGE + limit;
    }
    String text = INVALID + error;
    return text.substring(0, Math.min(LONGEST, text.length()));
  }

  /** The limit that a reason for size names. */
  static int limit(String tooLarge) {
    return Integer.parseInt(tooLarge.substring(TOO_LARGE.length()));
  }
}
