package org.libraryd.outbox;

/** The unit of order and of holding: rows of a lane leave in the order they were written. */
public record Lane(String name) {
  /** How many shards lanes are spread over; fixed, as rows keep the shard they were given. */
  public static final int SHARDS = 64;

  public static Lane changed(String loanId) {
    return new Lane("changed/" + loanId);
  }

  public static Lane notice(String memberId) {
    return new Lane("notice/" + memberId);
  }

  public static Lane deadLetter(String deadLetterId) {
    return new Lane("dlq/" + deadLetterId);
  }

  /** The shard from 0 to 63: {@link String#hashCode}, which its specification fixes for ever. */
  public short shard() {
    return (short) Math.floorMod(name.hashCode(), SHARDS);
  }
}
