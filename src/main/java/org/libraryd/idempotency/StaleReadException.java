package org.libraryd.idempotency;

/**
 * Somebody changed a row between its read and its conditional write: the transaction is rolled
 * back, and the batch read and judged again.
 */
public final class StaleReadException extends RuntimeException {
  private static final long serialVersionUID = 1;

  public StaleReadException(String message) {
    super(message);
  }
}
