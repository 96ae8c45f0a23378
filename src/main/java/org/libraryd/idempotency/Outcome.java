package org.libraryd.idempotency;

/** What became of a delivery; every delivery ends in exactly one. */
public enum Outcome {
  /** First delivery, legal: the effect is in the database. */
  APPLIED,
  /** First delivery, and the loan was in the target state already. */
  UNCHANGED,
  /** The id was consumed, or is parked, with the same content; or a person discarded the record. */
  DUPLICATE,
  /** Too early: kept, its id taken, released by itself once its predecessor has come. */
  PARKED,
  /** Cannot be: dead-lettered with a reason; the id may come again. */
  REJECTED,
  /** Of a type that the configuration ignores. */
  IGNORED;

  /** Whether the event id stays taken. */
  public boolean keepsClaim() {
    return this == APPLIED || this == UNCHANGED || this == PARKED;
  }
}
