package org.libraryd.support;

import java.sql.SQLException;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** Remembers the deadlocks and serialization failures that any work runs into. Thread-safe. */
public final class DeadlockWatch {
  private static final List<String> STATES = List.of("40P01", "40001");

  private final Queue<String> met = new ConcurrentLinkedQueue<>();

  /** Runs the work; what it throws goes on. */
  public void run(Runnable work) {
    try {
      work.run();
    } catch (RuntimeException e) {
      for (Throwable cause = e; cause != null; cause = cause.getCause()) {
        if (cause instanceof SQLException sql
            && STATES.contains(String.valueOf(sql.getSQLState()))) {
          met.add(e.getMessage());
        }
      }
      throw e;
    }
  }

  public List<String> met() {
    return List.copyOf(met);
  }
}
