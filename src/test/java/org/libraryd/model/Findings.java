package org.libraryd.model;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Gathers what is wrong, so that one failure tells all broken invariants at once. */
final class Findings {

  private static final int SHOWN = 5;

  private final List<String> lines = new ArrayList<>();

  /** Finds fault with each offender of the named invariant. */
  void none(String invariant, Collection<String> offenders) {
    if (!offenders.isEmpty()) {
      lines.add(invariant + ": " + offenders.size() + " wrong, first:");
      offenders.stream().limit(SHOWN).forEach(offender -> lines.add("    " + offender));
    }
  }

  /** Finds fault with each key whose value is missing, surplus or different. */
  <K extends Comparable<K>, V> void same(
      String invariant, Map<K, ? extends V> expected, Map<K, ? extends V> actual) {
    TreeSet<K> keys = new TreeSet<>(expected.keySet());
    keys.addAll(actual.keySet());
    List<String> offenders = new ArrayList<>();
    for (K key : keys) {
      V wanted = expected.get(key);
      V found = actual.get(key);
      if (!Objects.equals(wanted, found)) {
        offenders.add(key + " should be " + shown(wanted) + " but is " + shown(found));
      }
    }
    none(invariant, offenders);
  }

  /** Returns all that was found, line by line; empty where nothing is wrong. */
  List<String> lines() {
    return List.copyOf(lines);
  }

  /** Throws with all that was found, if anything. */
  void verify(Object about) {
    if (!lines.isEmpty()) {
      throw new AssertionError(
          String.join("\n", Stream.concat(Stream.of(about.toString()), lines.stream()).toList()));
    }
  }

  private static String shown(@Nullable Object value) {
    return value == null ? "absent" : value.toString();
  }
}
