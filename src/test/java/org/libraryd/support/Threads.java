package org.libraryd.support;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/** Runs work on several threads that begin at once. */
public final class Threads {
  private static final int LIMIT_SECONDS = 120;

  private Threads() {}

  /** Returns the results in the order of the work; fails as the first of it that fails. */
  public static <T> List<T> together(List<? extends Callable<T>> work) throws Exception {
    CyclicBarrier start = new CyclicBarrier(work.size());
    ExecutorService threads = Executors.newFixedThreadPool(work.size());
    try {
      List<Future<T>> running = new ArrayList<>();
      for (Callable<T> one : work) {
        running.add(
            threads.submit(
                () -> {
                  start.await();
                  return one.call();
                }));
      }
      List<T> results = new ArrayList<>();
      for (Future<T> one : running) {
        results.add(one.get(LIMIT_SECONDS, TimeUnit.SECONDS));
      }
      return results;
    } finally {
      threads.shutdownNow();
    }
  }

  /** Does work again and again until something is done, and returns how often. */
  public static int repeat(AtomicBoolean done, Runnable work) {
    int times = 0;
    while (!done.get()) {
      work.run();
      times++;
    }
    return times;
  }
}
