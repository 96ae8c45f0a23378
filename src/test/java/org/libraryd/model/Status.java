package org.libraryd.model;

/** The states of a loan; "no loan yet" is {@code null}. */
public enum Status {
  CREATED,
  APPROVED,
  RETURNED,
  CANCELLED;

  /** Tells whether nothing may follow. */
  public boolean isFinal() {
    return this == RETURNED || this == CANCELLED;
  }
}
