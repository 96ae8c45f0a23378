package org.libraryd.consumer;

/** Nothing is taken in before a person has said from where; the message says how. */
final class MissingPositionException extends RuntimeException {
  private static final long serialVersionUID = 1;

  MissingPositionException(IntakeSource source, Object partitions) {
    super(
        "Group %s has offsets on %s, partitions %s, but this database has no position of %s there:"
                .formatted(source.group(), source.topic(), partitions, source.consumer())
            + " is it the right one? If so, set libraryd.intake.missing-positions=committed to go"
            + " on from those offsets, or =earliest to take the topic in from its beginning");
  }
}
