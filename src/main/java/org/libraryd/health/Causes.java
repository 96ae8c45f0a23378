package org.libraryd.health;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;

/** Puts the causes of a failure into one line for a log or a health answer. */
public final class Causes {
  private static final int LENGTH_MAX = 300;

  private Causes() {}

  /** The innermost cause that has a message, with its kind; at most 300 characters, one line. */
  public static String describe(Throwable failure) {
    Deque<Throwable> chain = new ArrayDeque<>();
    Set<Throwable> seen = new HashSet<>();
    for (Throwable cause = failure; cause != null && seen.add(cause); cause = cause.getCause()) {
      chain.push(cause);
    }
    for (Throwable cause : chain) {
      if (cause.getMessage() != null) {
        return line(cause.getClass().getSimpleName() + ": " + cause.getMessage());
      }
    }
    return failure.getClass().getSimpleName();
  }

  private static String line(String text) {
    String line = text.replaceAll("[\\s\\p{Cntrl}\u0085\u2028\u2029]+", " ").trim();
    return line.length() <= LENGTH_MAX ? line : line.substring(0, LENGTH_MAX) + "…";
  }
}
