package org.libraryd.support;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A packaged libraryd in a process of its own, on a port that it keeps over restarts.
 *
 * <p>It is configured as in production, by environment variables. Starting does not wait: call
 * {@link #awaitReady()} where the test needs it.
 */
public final class LibraryProcess implements AutoCloseable {
  /** The packages that one build makes; a system property may name another directory for each. */
  public enum Build {
    POSTGRESQL("package.default", "target/quarkus-app"),
    DESK("package.desk", "target/desk-app");

    private final String property;
    private final String directory;

    Build(String property, String directory) {
      this.property = property;
      this.directory = directory;
    }

    Path jar() {
      return Path.of(System.getProperty(property, directory), "quarkus-run.jar");
    }
  }

  /** What a process has unless a test says otherwise. */
  public static final int HEAP_MEBIBYTES = 384;

  /** Nothing listens there: for what comes before the first call to a broker or a database. */
  public static final Map<String, String> NOTHING_THERE =
      Map.of(
          "KAFKA_BOOTSTRAP_SERVERS",
          "127.0.0.1:1",
          "QUARKUS_DATASOURCE_JDBC_URL",
          "jdbc:postgresql://127.0.0.1:1/none");

  private static final Duration READY_TIME = Duration.ofSeconds(90);
  private static final Duration ANSWER_TIME = Duration.ofSeconds(10);

  private final HttpClient http = HttpClient.newBuilder().connectTimeout(ANSWER_TIME).build();
  private final int port = FreePort.find();
  private final String name = "libraryd-" + port;
  private final List<String> command;
  private final Map<String, String> environment;
  private OsProcess process;

  private LibraryProcess(Build build, int heapMebibytes, Map<String, String> environment) {
    this.environment = new HashMap<>(environment);
    this.environment.put("QUARKUS_MANAGEMENT_HOST", "127.0.0.1");
    this.environment.put("QUARKUS_MANAGEMENT_PORT", Integer.toString(port));
    this.command =
        List.of(OsProcess.java(), "-Xmx" + heapMebibytes + "m", "-jar", build.jar().toString());
    this.process = OsProcess.start(name, command, this.environment);
  }

  /** Starts a package with the given environment variables added to those of this JVM. */
  public static LibraryProcess start(Build build, Map<String, String> environment) {
    return start(build, HEAP_MEBIBYTES, environment);
  }

  /** The same with a heap of its own size. */
  public static LibraryProcess start(
      Build build, int heapMebibytes, Map<String, String> environment) {
    return new LibraryProcess(build, heapMebibytes, environment);
  }

  /** Waits up to 90 s for readiness; fails at once with the log if the process ends before. */
  public LibraryProcess awaitReady() {
    await(name + " is ready")
        .atMost(READY_TIME)
        .failFast(process::requireAlive)
        .ignoreExceptions()
        .until(() -> get("/q/health/ready").statusCode() == 200);
    return this;
  }

  /** Asks over HTTP, a path with its leading slash; fails after 10 s without an answer. */
  public HttpResponse<String> get(String path) throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
            .timeout(ANSWER_TIME)
            .build();
    return http.send(request, HttpResponse.BodyHandlers.ofString());
  }

  /** Starts a process that has ended again, same port and environment. */
  public LibraryProcess restart() {
    if (process.isAlive()) {
      throw new IllegalStateException(name + " still runs");
    }
    process = OsProcess.start(name, command, environment);
    return this;
  }

  /** Asks the process to end (SIGTERM) and returns its exit code; fails after 30 s. */
  public int terminate() {
    return process.terminate();
  }

  /** Kills the process (SIGKILL). */
  public void kill() {
    process.kill();
  }

  /** Freezes the process (SIGSTOP). */
  public void pause() {
    process.pause();
  }

  /** Lets a frozen process go on (SIGCONT). */
  public void resume() {
    process.resume();
  }

  /** Waits for the process to end by itself and returns its exit code. */
  public int awaitExit(Duration limit) {
    return process.awaitExit(limit);
  }

  /** Returns true while the process runs, frozen or not. */
  public boolean isAlive() {
    return process.isAlive();
  }

  /** Fails with what the process has printed if it has ended. */
  public void requireAlive() {
    process.requireAlive();
  }

  /** Returns the process id. */
  public long pid() {
    return process.pid();
  }

  /** Returns the stacks of all threads, one paragraph for each. */
  public String threads() {
    return jcmd("Thread.print");
  }

  /** Collects all garbage and returns what stays on the heap. */
  public double liveMebibytes() throws IOException, InterruptedException {
    jcmd("GC.run");
    return get("/q/metrics")
            .body()
            .lines()
            .filter(line -> line.startsWith("jvm_memory_used_bytes{area=\"heap\""))
            .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' '))))
            .sum()
        / (1 << 20);
  }

  private String jcmd(String question) {
    return OsProcess.output(List.of(OsProcess.jdk("jcmd"), Long.toString(process.pid()), question));
  }

  /** Returns what the process has printed since its last start. */
  public String output() {
    return process.output();
  }

  @Override
  public void close() {
    process.kill();
  }
}
