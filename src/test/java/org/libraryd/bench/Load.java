package org.libraryd.bench;

/**
 * What a contender gets to do in one round.
 *
 * @param series which events; contenders that get the same must leave the same
 * @param warmUp events that are not measured, as the JVM still compiles while they are handled
 */
record Load(int series, int warmUp, int events) {
  /** The same for several processes, each of which has to warm up. */
  Load warmedUp(int processes) {
    return new Load(series, processes * warmUp, events);
  }

  int all() {
    return warmUp + events;
  }
}
