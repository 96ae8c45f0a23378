package org.libraryd.fault;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;

/**
 * Which faults a soak meets, each bound to the records between which it is there; the same for the
 * same seed and length.
 *
 * <p>Faults are dealt like cards: each kind once before any comes again.
 */
final class SoakPlan {

  static final int PARTITIONS = 6;
  static final int RECORDS_PER_SECOND = 100;

  private static final double FIRST = 10;
  private static final double LAST = 30;

  /**
   * A fault.
   *
   * @param from how many records are sent before it begins
   * @param to how many are sent when it ends, if all goes at the planned rate
   * @param calm whether the next one waits until all is as if this one had never been
   */
  record Entry(int number, SoakFault fault, int from, int to, boolean calm, long seed) {

    Duration length() {
      return Duration.ofMillis(1_000L * (to - from) / RECORDS_PER_SECOND);
    }

    /** Returns the partition of the loan topic that it is about. */
    int partition() {
      return Math.floorMod(seed, PARTITIONS);
    }
  }

  private final long seed;
  private final Duration length;
  private final List<Entry> entries = new ArrayList<>();

  SoakPlan(long seed, Duration length) {
    this.seed = seed;
    this.length = length;
    Random random = new Random(seed);
    Deque<SoakFault> deck = new ArrayDeque<>();
    double at = FIRST;
    while (true) {
      double held = 3 + random.nextDouble() * 12;
      boolean calm = random.nextInt(3) == 0;
      double rest = calm ? 25 : 4 + random.nextDouble() * 6;
      if (at + held + rest > length.toSeconds() - LAST) {
        return;
      }
      if (deck.isEmpty()) {
        List<SoakFault> all = new ArrayList<>(Arrays.asList(SoakFault.values()));
        Collections.shuffle(all, random);
        deck.addAll(all);
      }
      int number = entries.size() + 1;
      entries.add(
          new Entry(
              number, deck.remove(), records(at), records(at + held), calm, random.nextLong()));
      at += held + rest;
    }
  }

  long seed() {
    return seed;
  }

  Duration length() {
    return length;
  }

  List<Entry> entries() {
    return entries;
  }

  /** Returns how many records are sent in all. */
  int records() {
    return records((double) length.toSeconds());
  }

  /** Returns the partitions that lose an offset to a fault, by the record before which they do. */
  Map<Integer, Integer> gaps() {
    Map<Integer, Integer> gaps = new HashMap<>();
    for (Entry entry : entries) {
      if (entry.fault() == SoakFault.OPEN_TRANSACTION) {
        gaps.put(entry.from(), entry.partition());
        gaps.put(entry.to(), entry.partition());
      }
    }
    return gaps;
  }

  private static int records(double seconds) {
    return (int) (seconds * RECORDS_PER_SECOND);
  }

  @Override
  public String toString() {
    return entries.size() + " faults in " + length.toString().substring(2).toLowerCase(Locale.ROOT);
  }
}
