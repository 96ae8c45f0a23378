package org.libraryd.redrive;

import org.libraryd.idempotency.Outcome;

/** What became of a row that a person redrove or discarded; a closed set, it labels a metric. */
public enum RedriveOutcome {
  /** The event took effect: the dead letter is REDRIVEN. */
  APPLIED,
  /** The loan was in the target state already: the dead letter is REDRIVEN. */
  UNCHANGED,
  /** Its id was taken by the same content meanwhile: the dead letter is REDRIVEN. */
  DUPLICATE,
  /** Too early: the dead letter is PARKED, and released by itself. */
  PARKED,
  /** Rejected again: DEAD, with one attempt more and a new copy on the dead letter topic. */
  REJECTED,
  /** Of a type that the configuration ignores by now: the dead letter is DISCARDED. */
  IGNORED,
  /** A person decided that it shall not take effect: the dead letter is DISCARDED. */
  DISCARDED,
  /** The quarantined outbox row is sent again. */
  RELEASED,
  /** The quarantined outbox row is never sent; its lane goes on. */
  GIVEN_UP,
  /** Refused: it has died as often as {@code libraryd.redrive.attempts} allows. */
  EXHAUSTED,
  /** Nothing was done: somebody else has changed the row since it was looked up, or holds it. */
  CHANGED,
  /**
   * Nothing was done: the database failed, or no consumer has the row's name. The same request may
   * be made again.
   */
  FAILED;

  static RedriveOutcome of(Outcome outcome) {
    return switch (outcome) {
      case APPLIED -> APPLIED;
      case UNCHANGED -> UNCHANGED;
      case DUPLICATE -> DUPLICATE;
      case PARKED -> PARKED;
      case REJECTED -> REJECTED;
      case IGNORED -> IGNORED;
    };
  }
}
