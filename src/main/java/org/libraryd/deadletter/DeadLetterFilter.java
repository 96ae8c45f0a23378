package org.libraryd.deadletter;

import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Collection;
import org.libraryd.jdbc.Where;
import org.libraryd.wire.Reason;

/**
 * Which dead letters a person means: those that fulfil all conditions, the first to arrive first,
 * at most {@value #LIMIT_MAX} and 1,000 unless said otherwise. Immutable.
 */
public final class DeadLetterFilter {
  public static final int LIMIT_MAX = 10_000;
  private static final int LIMIT_DEFAULT = 1_000;

  private final Where where;
  private final int limit;

  private DeadLetterFilter(Where where, int limit) {
    this.where = where;
    this.limit = limit;
  }

  /** Every dead letter, up to the limit. */
  public static DeadLetterFilter all() {
    return new DeadLetterFilter(Where.of("status = 'DEAD'"), LIMIT_DEFAULT);
  }

  public DeadLetterFilter ids(Collection<String> ids) {
    return and("id = ANY (?)", (Object) ids.toArray(String[]::new));
  }

  /** Those of one consumer, such as {@code loan-lifecycle}. */
  public DeadLetterFilter consumer(String consumer) {
    return and("consumer = ?", consumer);
  }

  public DeadLetterFilter reason(Reason reason) {
    return and("reason = ?", reason.label());
  }

  public DeadLetterFilter loan(String loanId) {
    return and("loan_id = ?", loanId);
  }

  public DeadLetterFilter topic(String topic) {
    return and("source_topic = ?", topic);
  }

  public DeadLetterFilter partition(int partition) {
    return and("source_partition = ?", partition);
  }

  /** Those from these offsets, both included. */
  public DeadLetterFilter offsets(long first, long last) {
    return and("source_offset BETWEEN ? AND ?", first, last);
  }

  /** Those first seen in a span of time, its end not included, by the database's clock. */
  public DeadLetterFilter firstSeen(Instant from, Instant until) {
    return and(
        "first_seen_at >= ? AND first_seen_at < ?",
        from.atOffset(ZoneOffset.UTC),
        until.atOffset(ZoneOffset.UTC));
  }

  /**
   * Those that have died exactly so often. A request that names it takes effect once however often
   * it is made, since a row that is rejected again has died once more.
   */
  public DeadLetterFilter attempts(int attempts) {
    return and("attempts = ?", attempts);
  }

  /**
   * At most so many.
   *
   * @throws IllegalArgumentException if it is not from 1 to {@value #LIMIT_MAX}
   */
  public DeadLetterFilter limit(int most) {
    if (most < 1 || most > LIMIT_MAX) {
      throw new IllegalArgumentException("A limit must be from 1 to " + LIMIT_MAX + ": " + most);
    }
    return new DeadLetterFilter(where, most);
  }

  Where where() {
    return where;
  }

  int limit() {
    return limit;
  }

  private DeadLetterFilter and(String condition, Object... parameters) {
    return new DeadLetterFilter(where.and(condition, parameters), limit);
  }
}
