package org.libraryd.retention;

import java.time.Duration;

/** A table whose rows end with a window. */
public interface Prunable {
  /** The table's name, for the metric. */
  String table();

  /** The window that its rows stay for. */
  Window window();

  /**
   * Deletes rows that have been settled for longer than this, in the running transaction. Passes
   * over rows that others have locked and waits for nobody.
   *
   * @param most how many at most
   * @return how many
   */
  int prune(Duration age, int most);
}
