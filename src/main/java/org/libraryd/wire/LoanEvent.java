package org.libraryd.wire;

import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A decoded event whose every field is within its bounds; a {@link EventType#CREATED} has book and
 * member.
 *
 * @param eventId 1 to 64 visible ASCII characters
 * @param loanId 1 to 32 code points, like {@code bookId} and {@code memberId}
 * @param contentHash the same for two events exactly when they say the same: 64 hexadecimal digits
 *     over all fields but the event id. Encoding, member order, escapes, offset notation and
 *     unknown members of the record do not matter
 */
public record LoanEvent(
    String eventId,
    EventType type,
    String loanId,
    @Nullable String bookId,
    @Nullable String memberId,
    Instant occurredAt,
    String contentHash) {

  public LoanEvent {
    if (type == EventType.CREATED) {
      Objects.requireNonNull(bookId, "bookId");
      Objects.requireNonNull(memberId, "memberId");
    }
  }

  /** An event with the hash of its content, which is asked for several times. */
  public LoanEvent(
      String eventId,
      EventType type,
      String loanId,
      @Nullable String bookId,
      @Nullable String memberId,
      Instant occurredAt) {
    this(
        eventId,
        type,
        loanId,
        bookId,
        memberId,
        occurredAt,
        hash(type, loanId, bookId, memberId, occurredAt));
  }

  private static String hash(
      EventType type,
      String loanId,
      @Nullable String bookId,
      @Nullable String memberId,
      Instant occurredAt) {
    return new Sha256()
        .add(type.wireName())
        .add(loanId)
        .add(bookId)
        .add(memberId)
        .add(occurredAt.getEpochSecond())
        .add(occurredAt.getNano())
        .hex();
  }
}
