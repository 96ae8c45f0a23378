package org.libraryd.startup;

/**
 * The service must not run with what it was given; the message tells an operator what to change.
 */
final class RefusedStartException extends RuntimeException {
  private static final long serialVersionUID = 1;

  RefusedStartException(String message) {
    super(message);
  }
}
