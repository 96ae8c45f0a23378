package org.libraryd.wire;

import org.jspecify.annotations.Nullable;

/** The one verdict that decoding gives on a record. */
public sealed interface Decoded {

  /** The record's event id when it is valid, else null. */
  @Nullable String eventId();

  /** The record's loan id when it was looked at and is valid, else null. */
  @Nullable String loanId();

  /** The record is a loan event; whether the loan allows it is for others to say. */
  record Accepted(LoanEvent event) implements Decoded {
    @Override
    public String eventId() {
      return event.eventId();
    }

    @Override
    public String loanId() {
      return event.loanId();
    }
  }

  /**
   * The record can never take effect as it is.
   *
   * @param detail at most {@value PrintableText#LENGTH_MAX} printable ASCII characters, whatever
   *     was passed in
   * @param eventId the record's event id when it is valid, else null
   * @param loanId the record's loan id when it is valid, else null
   */
  record Refused(Reason reason, String detail, @Nullable String eventId, @Nullable String loanId)
      implements Decoded {
    public Refused {
      detail = PrintableText.of(detail);
    }
  }

  /**
   * The record has a valid id and a type that is configured to be ignored; nothing else was looked
   * at.
   */
  record Ignored(String eventId, String type) implements Decoded {
    @Override
    public @Nullable String loanId() {
      return null;
    }
  }
}
