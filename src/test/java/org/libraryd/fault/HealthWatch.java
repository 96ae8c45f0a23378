package org.libraryd.fault;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.libraryd.support.LibraryProcess;

/**
 * Asks a service each second whether it lives and is ready, and keeps the answers.
 *
 * <p>It expects answers from the first one on, and not while it is told that the process is gone or
 * frozen.
 */
final class HealthWatch implements AutoCloseable {

  /**
   * One round of both questions; the slower of the two answers counts.
   *
   * @param settled whether the process has been ready since it began: one that begins shares two
   *     processors with the compiler, and promises no time
   * @param took less what a server that does nothing took just then: a busy machine is nobody's
   *     fault
   */
  record Answer(
      Instant at, boolean answered, boolean live, boolean ready, boolean settled, Duration took) {

    boolean isLate() {
      return settled && took.compareTo(LATE) > 0;
    }
  }

  private static final Duration LATE = Duration.ofSeconds(1);

  private final LibraryProcess library;
  private final List<Answer> answers = new ArrayList<>();
  private final ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor();
  private boolean expecting;
  private boolean settled;
  private boolean absent;

  HealthWatch(LibraryProcess library) {
    this.library = library;
    var unused = thread.scheduleAtFixedRate(this::ask, 0, 1, TimeUnit.SECONDS);
  }

  /** From now on nobody is there to answer. */
  synchronized void absent() {
    absent = true;
    expecting = false;
    settled = false;
  }

  /** From the next answer on they are expected again. */
  synchronized void present() {
    absent = false;
  }

  /** Tells what the last answer said; not ready before the first. */
  synchronized boolean isReady() {
    return !answers.isEmpty() && answers.get(answers.size() - 1).ready();
  }

  /** Returns how often readiness changed since the first answer. */
  synchronized int changes() {
    int changes = 0;
    for (int i = 1; i < answers.size(); i++) {
      changes += answers.get(i).ready() == answers.get(i - 1).ready() ? 0 : 1;
    }
    return changes;
  }

  /**
   * Returns the answers that an orchestrator would have acted on: not live, late, or none.
   *
   * @param lateInARow how many late ones it takes
   */
  synchronized List<String> complaints(int lateInARow) {
    List<String> complaints = new ArrayList<>();
    int late = 0;
    for (Answer answer : answers) {
      late = answer.isLate() ? late + 1 : 0;
      if (!answer.answered() || !answer.live() || late >= lateInARow) {
        complaints.add(answer.toString());
      }
    }
    return complaints;
  }

  /** Returns how often it was asked. */
  synchronized int asked() {
    return answers.size();
  }

  /** Returns how many answers came late. */
  synchronized long late() {
    return answers.stream().filter(Answer::isLate).count();
  }

  @Override
  public void close() {
    thread.shutdownNow();
  }

  private void ask() {
    Instant start = Instant.now();
    long nanos = System.nanoTime();
    boolean answered = true;
    boolean live = false;
    boolean ready = false;
    Duration took = Duration.ZERO;
    try {
      live = library.get("/q/health/live").statusCode() == 200;
      Duration first = Duration.ofNanos(System.nanoTime() - nanos);
      nanos = System.nanoTime();
      ready = library.get("/q/health/ready").statusCode() == 200;
      Duration second = Duration.ofNanos(System.nanoTime() - nanos);
      took = (first.compareTo(second) > 0 ? first : second).minus(IdleServer.answerTime());
    } catch (IOException e) {
      answered = false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return;
    }
    keep(start, answered, live, ready, took);
  }

  private synchronized void keep(
      Instant at, boolean answered, boolean live, boolean ready, Duration took) {
    if (!absent && (expecting || answered)) {
      // What an answer that was under way says about a process that has just been stopped is void.
      expecting = true;
      answers.add(new Answer(at, answered, live, ready, settled, took));
      settled |= ready;
    }
  }
}
