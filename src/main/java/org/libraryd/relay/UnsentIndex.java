package org.libraryd.relay;

/**
 * SQL that leaves PostgreSQL one index to choose, whatever its statistics say.
 *
 * <p>They are wrong as a rule: an outbox that was idle when they were made seems to have no unsent
 * row, one that was behind seems to have nothing else. A plan by them reads all unsent rows for
 * each row, or all sent ones for each round. Only {@code outbox_unsent} has the order of topic,
 * shard and id; and only {@code outbox_held} answers for rows that are not said to be unsent.
 */
final class UnsentIndex {
  /**
   * The topics and shards with unsent rows, as {@code due}: a skip scan, one probe for each of
   * them, however many rows are unsent.
   */
  static final String DUE =
      """
      due AS (
          (SELECT topic, shard FROM outbox WHERE NOT published ORDER BY topic, shard LIMIT 1)
          UNION ALL
          SELECT next.topic, next.shard FROM due CROSS JOIN LATERAL (
              SELECT o.topic, o.shard FROM outbox o
              WHERE NOT o.published AND (o.topic, o.shard) > (due.topic, due.shard)
              ORDER BY o.topic, o.shard LIMIT 1) AS next)
      """;

  /**
   * The unsent rows {@code o} of one of {@code due}, to be read in {@link #ORDER}.
   *
   * <p>Not bounds on (topic, shard, id): PostgreSQL before 18 ends a scan by the first column of
   * such a bound, so that each shard is followed by all later ones of its topic. And not {@code
   * o.topic = due.topic}: with topic and shard fixed, id would be all that is left of the order,
   * and the primary key has that too. An array leaves the planner topic and id to put in order.
   */
  static final String OF_DUE =
      """
      NOT o.published AND o.topic = ANY (ARRAY[due.topic]) AND o.shard = due.shard
      """;

  static final String ORDER = "o.topic, o.shard, o.id";

  private UnsentIndex() {}
}
