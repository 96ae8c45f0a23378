package org.libraryd.wire;

/** Why a delivery is rejected: a closed set, so that it can label metrics, rows and headers. */
public enum Reason {
  /** No event id, or an empty or blank one. */
  MISSING_ID("missing-id"),
  /** The event id is not 1 to 64 visible ASCII characters. */
  INVALID_ID("invalid-id"),
  /** Several event ids that are not all equal. */
  AMBIGUOUS_ID("ambiguous-id"),
  /** The id was consumed before, with other content. */
  ID_REUSE("id-reuse"),
  /** The envelope or the JSON cannot be read. */
  MALFORMED("malformed"),
  /** A field is absent, of the wrong type, out of bounds or contradicts its attribute. */
  INVALID_FIELD("invalid-field"),
  /** The type is absent, or neither handled nor configured to be ignored. */
  UNKNOWN_TYPE("unknown-type"),
  /** The book or member given is not the loan's own. */
  CONFLICTING_LOAN("conflicting-loan"),
  /** The loan's state does not allow this event, and never will. */
  ILLEGAL_TRANSITION("illegal-transition"),
  /** The loan is in a final state. */
  TERMINAL_STATE("terminal-state"),
  /** The event came too early and what it waited for did not come in time. */
  PARKING_EXPIRED("parking-expired"),
  /** The loan has as many parked events as it may have. */
  PARKING_FULL("parking-full"),
  /** The loan changed under the event's feet once too often. */
  CONTENTION("contention"),
  /** The database refuses the values. */
  DATA_ERROR("data-error"),
  /** The event alone keeps failing while other writes succeed. */
  STUCK("stuck");

  private final String label;

  Reason(String label) {
    this.label = label;
  }

  /** The reason as stored, counted and sent. */
  public String label() {
    return label;
  }
}
