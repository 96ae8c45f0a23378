package org.libraryd.fault;

import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/**
 * Sends the records of a run at an even rate, in a thread of its own. What it could not send while
 * the broker was away follows at once.
 */
final class Traffic implements AutoCloseable {

  private static final int INTERVAL_MS = 100;

  private final Run run;
  private final int perSecond;
  private final NavigableMap<Integer, Runnable> marks;
  private final ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor();
  private final long start = System.nanoTime();
  private final ScheduledFuture<?> sending;
  private volatile int sent;

  /**
   * Begins to send.
   *
   * @param marks what is to be done before the record of that number, when all before it are there
   */
  Traffic(Run run, int perSecond, Map<Integer, Runnable> marks) {
    this.run = run;
    this.perSecond = perSecond;
    this.marks = new TreeMap<>(marks);
    sending = thread.scheduleWithFixedDelay(this::send, 0, INTERVAL_MS, TimeUnit.MILLISECONDS);
  }

  /** Returns how many records the broker has. */
  int sent() {
    return sent;
  }

  boolean isOver() {
    return sent == run.corpus().size();
  }

  /** Waits until the broker has so many records, and fails if it cannot be told any more. */
  void awaitSent(int records) {
    await(records + " sent")
        .atMost(Duration.ofMinutes(10))
        .until(
            () -> {
              requireSending();
              return sent >= records;
            });
  }

  @Override
  public void close() {
    thread.shutdownNow();
  }

  private void send() {
    long due = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start) * perSecond / 1000;
    int end = (int) Math.min(due, run.corpus().size());
    while (sent < end) {
      Runnable mark = marks.remove(sent);
      if (mark != null) {
        mark.run();
      }
      Integer next = marks.higherKey(sent);
      int to = next == null ? end : Math.min(end, next);
      run.send(sent, to);
      sent = to;
    }
  }

  private void requireSending() throws ExecutionException, InterruptedException {
    if (sending.isDone()) {
      sending.get();
    }
  }
}
