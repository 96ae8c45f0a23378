package org.libraryd.consumer;

/**
 * The application stops in the middle of a batch: nothing of it is acknowledged, so it comes again.
 */
final class StoppedException extends RuntimeException {
  private static final long serialVersionUID = 1;

  StoppedException() {
    super("The application stops; the batch will be delivered again");
  }
}
