package org.libraryd.wire;

/** Ends the decoding of a record at its first failed check; never leaves the decoder. */
final class RefusalException extends Exception {
  private static final long serialVersionUID = 1L;

  private final Reason reason;
  private final String detail;

  /** The detail goes to operators: it must not quote the record's body. */
  RefusalException(Reason reason, String detail) {
    // No stack trace: a refusal is an answer, and a flood of garbage must stay cheap.
    super(detail, null, false, false);
    this.reason = reason;
    this.detail = detail;
  }

  static RefusalException malformed(String detail) {
    return new RefusalException(Reason.MALFORMED, detail);
  }

  static RefusalException invalidField(String detail) {
    return new RefusalException(Reason.INVALID_FIELD, detail);
  }

  Reason reason() {
    return reason;
  }

  String detail() {
    return detail;
  }
}
