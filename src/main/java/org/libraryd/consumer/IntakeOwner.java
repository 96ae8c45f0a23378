package org.libraryd.consumer;

/** A consumer of a channel that takes its records in through an {@link Intake}. */
public interface IntakeOwner {
  Intake intake();
}
