package org.libraryd.redrive;

import java.util.Collection;
import org.libraryd.jdbc.Where;

/**
 * Which quarantined outbox rows a person means: those that fulfil all conditions, in the order they
 * were written, at most {@value #LIMIT_MAX} and 1,000 unless said otherwise. Immutable.
 */
public final class QuarantineFilter {
  public static final int LIMIT_MAX = 1_000;

  private final Where where;
  private final int limit;

  private QuarantineFilter(Where where, int limit) {
    this.where = where;
    this.limit = limit;
  }

  /** Every quarantined row, up to the limit. */
  public static QuarantineFilter all() {
    return new QuarantineFilter(
        Where.of("discarded_at IS NULL AND quarantined_reason IS NOT NULL"), LIMIT_MAX);
  }

  /** Those with these numbers ({@code outbox.id}). */
  public QuarantineFilter ids(Collection<Long> ids) {
    return and("id = ANY (?)", (Object) ids.toArray(Long[]::new));
  }

  /** Those on their way to a topic. */
  public QuarantineFilter topic(String topic) {
    return and("topic = ?", topic);
  }

  /** The one that holds a lane, such as {@code changed/L-1001}. */
  public QuarantineFilter lane(String lane) {
    return and("lane = ?", lane);
  }

  /**
   * At most so many.
   *
   * @throws IllegalArgumentException if it is not from 1 to {@value #LIMIT_MAX}
   */
  public QuarantineFilter limit(int most) {
    if (most < 1 || most > LIMIT_MAX) {
      throw new IllegalArgumentException("A limit must be from 1 to " + LIMIT_MAX + ": " + most);
    }
    return new QuarantineFilter(where, most);
  }

  Where where() {
    return where;
  }

  int limit() {
    return limit;
  }

  private QuarantineFilter and(String condition, Object... parameters) {
    return new QuarantineFilter(where.and(condition, parameters), limit);
  }
}
