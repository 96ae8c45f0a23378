package org.libraryd.startup;

/** Something that has to be done, or be there, before the next step may begin. */
interface StartStep {
  /** What the service waits for while the step is not done, as a noun. */
  String name();

  /**
   * Tries once, within about ten seconds. Returning means that the step is done; it may be run
   * again after a failure, so it has to bear repetition.
   *
   * @throws RefusedStartException when no waiting helps: the process exits
   * @throws Exception on anything else: the step is tried again
   */
  void attempt() throws Exception;
}
