package org.libraryd.support;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * An operating-system process that a test can end, kill and freeze, and that never outlives the
 * JVM.
 *
 * <p>What it prints goes to a file under {@code target/logs}, appended over restarts.
 */
public final class OsProcess {
  private static final Duration EXIT_TIME = Duration.ofSeconds(30);

  private final Process process;
  private final Path log;
  private final long logStart;

  private OsProcess(Process process, Path log, long logStart) {
    this.process = process;
    this.log = log;
    this.logStart = logStart;
  }

  /** Starts a command; its output is appended to {@code target/logs/<name>.log}. */
  public static OsProcess start(
      String name, List<String> command, Map<String, String> environment) {
    try {
      Path log = Files.createDirectories(Path.of("target", "logs")).resolve(name + ".log");
      long logStart = Files.exists(log) ? Files.size(log) : 0;
      ProcessBuilder builder =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
      builder.environment().putAll(environment);
      Process process = builder.start();
      Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
      return new OsProcess(process, log, logStart);
    } catch (IOException e) {
      throw new IllegalStateException("cannot start " + command, e);
    }
  }

  /** Returns the command that runs {@code java} of this JVM's own installation. */
  public static String java() {
    return jdk("java");
  }

  /** Returns the command that runs a tool of this JVM's own installation. */
  static String jdk(String tool) {
    return String.join(File.separator, System.getProperty("java.home"), "bin", tool);
  }

  /** Runs a command to its end and returns what it has printed. */
  static String output(List<String> command) {
    try {
      Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
      return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new IllegalStateException(command.toString(), e);
    }
  }

  /** Sends a signal by its name without {@code SIG} to processes, in the order given. */
  static void signal(String name, Stream<Long> pids) {
    List<String> command =
        Stream.concat(Stream.of("kill", "-" + name), pids.map(String::valueOf)).toList();
    try {
      new ProcessBuilder(command).start().waitFor();
    } catch (IOException e) {
      throw new IllegalStateException(command.toString(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Asks the process to end (SIGTERM) and returns its exit code; fails after 30 s. */
  public int terminate() {
    process.destroy();
    return awaitExit(EXIT_TIME);
  }

  /** Kills the process (SIGKILL) and waits until it is gone. */
  public void kill() {
    process.destroyForcibly();
    awaitExit(EXIT_TIME);
  }

  /** Freezes the process (SIGSTOP): its connections stay open and nobody answers. */
  public void pause() {
    signal("STOP", Stream.of(process.pid()));
  }

  /** Lets a frozen process go on (SIGCONT). */
  public void resume() {
    signal("CONT", Stream.of(process.pid()));
  }

  /** Returns true while the process runs, frozen or not. */
  public boolean isAlive() {
    return process.isAlive();
  }

  /** Fails with what the process has printed if it has ended. */
  public void requireAlive() {
    if (!isAlive()) {
      throw new IllegalStateException("exited with " + process.exitValue() + ": " + output());
    }
  }

  /** Returns the process id. */
  public long pid() {
    return process.pid();
  }

  /** Waits for the process to end by itself and returns its exit code. */
  public int awaitExit(Duration limit) {
    try {
      if (!process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
        throw new IllegalStateException("still running after " + limit + ": " + log);
      }
      return process.exitValue();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while waiting for the end of " + log, e);
    }
  }

  /** Returns what the process has printed since this start. */
  public String output() {
    try {
      byte[] all = Files.readAllBytes(log);
      int from = (int) Math.min(logStart, all.length);
      return new String(all, from, all.length - from, StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new IllegalStateException("cannot read " + log, e);
    }
  }
}
