package org.libraryd.consumer;

/**
 * What is done where a group has committed offsets and the database has no position at all: it is
 * another database than the one whose records those offsets passed.
 */
public enum MissingPositions {
  /** Nothing is taken in: a person has to say which of the others is meant. */
  REFUSE,
  /** The database lacks nothing that is needed: go on from the committed offsets. */
  COMMITTED,
  /**
   * The database lacks what was taken in: begin with the oldest record that the topic still has.
   */
  EARLIEST
}
