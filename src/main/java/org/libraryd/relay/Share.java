package org.libraryd.relay;

import java.util.List;

/**
 * The part of the outbox that one of several workers of a process sends, so that none of them meets
 * shards that another has locked.
 *
 * <p>While little is unsent the first has all of it: two transactions for what fits into one would
 * cost twice as much. From {@value #MUCH} pairs of topic and shard on, the shards are dealt out.
 *
 * @param worker from 0
 * @param workers how many there are
 */
record Share(int worker, int workers) {
  /** What the only worker of a process sends. */
  static final Share ALL = new Share(0, 1);

  private static final int MUCH = 16;

  List<Backlog> of(List<Backlog> unsent) {
    if (isMuch(unsent)) {
      return unsent.stream().filter(some -> some.shard() % workers == worker).toList();
    }
    return worker == 0 ? unsent : List.of();
  }

  /** Whether there is something for every worker. */
  static boolean isMuch(List<Backlog> unsent) {
    return unsent.size() >= MUCH;
  }
}
