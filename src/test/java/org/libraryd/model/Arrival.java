package org.libraryd.model;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One delivery of one record, with what the record means already known.
 *
 * @param source where the record lies; a redelivery has the same source
 */
public record Arrival(Source source, Meaning meaning) {

  /**
   * The identity of a stored record.
   *
   * @param fingerprint tells apart two records that had the same place in two lives of a topic
   */
  public record Source(int partition, long offset, String fingerprint) {

    public static Source of(int partition, long offset) {
      return new Source(partition, offset, "");
    }

    @Override
    public String toString() {
      return partition + "@" + offset + fingerprint;
    }
  }

  /** What a decoder must make of the record. */
  public sealed interface Meaning {}

  /** A well-formed event. */
  public record Event(String eventId, Content content) implements Meaning {}

  /** A record that is no event, for the reason given by its label. */
  public record Refused(String reason) implements Meaning {}

  /** A well-formed event that the database is made to refuse, for the reason given by its label. */
  public record Doomed(Event event, String reason) implements Meaning {}

  /** A record of a type that the service was told to ignore. */
  public record Ignored() implements Meaning {}

  /** All that distinguishes two events with the same id. */
  public record Content(
      Kind kind,
      String loanId,
      @Nullable String bookId,
      @Nullable String memberId,
      Instant occurredAt) {}
}
