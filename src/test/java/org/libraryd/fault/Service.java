package org.libraryd.fault;

import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.libraryd.support.LibraryProcess;
import org.libraryd.support.LibraryProcess.Build;
import org.libraryd.support.Metrics;

/** A packaged service and everything that can be done to its process, under watch. */
final class Service implements AutoCloseable {

  private static final Pattern PARAGRAPH = Pattern.compile("\n\n");
  private static final Pattern BANNER = Pattern.compile("__| ?--?[/\\\\]");

  private final LibraryProcess process;
  private final HealthWatch health;
  private long noiseBefore;
  private long noiseAtStart;
  private int restarts;

  private Service(LibraryProcess process) {
    this.process = process;
    this.health = new HealthWatch(process);
  }

  static Service start(Build build, int heapMebibytes, Map<String, String> environment) {
    return new Service(LibraryProcess.start(build, heapMebibytes, environment));
  }

  Service awaitReady() {
    process.awaitReady();
    return this;
  }

  /** Waits until its readiness, as asked each second, is this; 30 s at most. */
  void awaitReadiness(boolean ready) {
    await(ready ? "ready" : "not ready")
        .atMost(Duration.ofSeconds(30))
        .until(() -> health.isReady() == ready);
  }

  void kill() {
    health.absent();
    process.kill();
  }

  /** Asks it to end and returns its exit code. */
  int terminate() {
    health.absent();
    return process.terminate();
  }

  void freeze() {
    health.absent();
    process.pause();
  }

  void thaw() {
    process.resume();
    health.present();
  }

  /** Starts it again after its end. */
  void restart() {
    noiseBefore = noise();
    restarts++;
    process.restart();
    health.present();
  }

  /** Returns the threads that wait for a lock, and those of ours that wait for ever. */
  List<String> stuckThreads() {
    return PARAGRAPH
        .splitAsStream(process.threads())
        .filter(
            it ->
                it.contains("State: BLOCKED")
                    || (it.contains("State: WAITING") && it.contains("at org.libraryd.")))
        .toList();
  }

  int restarts() {
    return restarts;
  }

  LibraryProcess process() {
    return process;
  }

  HealthWatch health() {
    return health;
  }

  Metrics metrics() {
    return Metrics.of(process);
  }

  /** From here on lines of trouble are counted. */
  void countNoise() {
    noiseAtStart = noise();
  }

  /** How many lines it has printed since that tell of trouble, traces included. */
  long noiseSince() {
    return noise() - noiseAtStart;
  }

  private long noise() {
    return noiseBefore + process.output().lines().filter(line -> !isCalm(line)).count();
  }

  private static boolean isCalm(String line) {
    return line.contains(" INFO ") || line.isBlank() || BANNER.matcher(line).lookingAt();
  }

  @Override
  public void close() {
    health.close();
    process.close();
  }
}
