package org.libraryd.idempotency;

/**
 * A position is not where this consumer left it: the database has gone back, or another process
 * takes the partition in. The transaction is rolled back, and the position has to be read again.
 */
public final class PositionMovedException extends RuntimeException {
  private static final long serialVersionUID = 1;

  public PositionMovedException(String consumer) {
    super("A position of " + consumer + " is not where it was left");
  }
}
