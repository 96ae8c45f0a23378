package org.libraryd.bench.limit;

import org.jspecify.annotations.Nullable;

/** A loan as it was read and as the events of a batch have left it; version 0 is no loan yet. */
final class Loan {
  final String id;
  final @Nullable String seenStatus;
  final long seenVersion;
  @Nullable String bookId;
  @Nullable String memberId;
  @Nullable String status;
  long version;

  Loan(String id) {
    this(id, null, null, null, 0);
  }

  Loan(
      String id,
      @Nullable String bookId,
      @Nullable String memberId,
      @Nullable String status,
      long version) {
    this.id = id;
    this.bookId = bookId;
    this.memberId = memberId;
    this.seenStatus = status;
    this.status = status;
    this.seenVersion = version;
    this.version = version;
  }

  /**
   * Returns whether the event changed the loan; false where it only says again what is known.
   *
   * @throws IllegalStateException where it cannot be, or not yet
   */
  boolean take(Event event) {
    if (event.type().equals("loan.created") && version == 0) {
      bookId = event.bookId();
      memberId = event.memberId();
    } else if ((event.bookId() != null && !event.bookId().equals(bookId))
        || (event.memberId() != null && !event.memberId().equals(memberId))) {
      throw new IllegalStateException(event + " is not of this loan's book and member");
    }
    String next = next(event);
    boolean changed = !next.equals(status) || event.type().equals("loan.overdue");
    if (changed) {
      status = next;
      version++;
    }
    return changed;
  }

  private String next(Event event) {
    return switch (status + " " + event.type()) {
      case "null loan.created", "CREATED loan.created" -> "CREATED";
      case "CREATED loan.approved", "APPROVED loan.approved", "APPROVED loan.overdue" -> "APPROVED";
      case "CREATED loan.cancelled" -> "CANCELLED";
      case "APPROVED loan.returned" -> "RETURNED";
      default -> throw new IllegalStateException(event + " met a loan that is " + status);
    };
  }

  boolean isNew() {
    return seenVersion == 0;
  }

  boolean isChanged() {
    return version != seenVersion;
  }
}
