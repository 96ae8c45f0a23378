package org.libraryd.support;

import static org.awaitility.Awaitility.await;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.apache.kafka.common.utils.Utils;

/**
 * A real PostgreSQL server that keeps its port and its data over kill, pause and restart.
 *
 * <p>Unless it is started durable, it acknowledges commits before they are on the disk: fast, and
 * safe against the death of a process, not against the loss of the machine.
 */
public final class PostgresProcess implements AutoCloseable {
  /** The only user; it has no password. */
  public static final String USER = "postgres";

  private static final AtomicInteger COUNT = new AtomicInteger();
  private static final Duration END_TIME = Duration.ofSeconds(30);

  private final int port = FreePort.find();
  private final Path data;
  private final Map<String, String> settings;
  private EmbeddedPostgres server;

  private PostgresProcess(Map<String, String> settings, Path data) {
    this.settings = settings;
    this.data = data;
    try {
      server = launch();
    } catch (IOException e) {
      throw new IllegalStateException("PostgreSQL does not start", e);
    }
  }

  /** Starts a server that favours speed. */
  public static PostgresProcess start() {
    return new PostgresProcess(commitsOnDisk("off"), newDirectory());
  }

  /** Starts a server whose acknowledged commits are on the disk, as in production. */
  public static PostgresProcess startDurable() {
    return startDurable(Map.of());
  }

  /** Starts such a server with settings of its own. */
  public static PostgresProcess startDurable(Map<String, String> settings) {
    Map<String, String> all = new HashMap<>(settings);
    all.putAll(commitsOnDisk("on"));
    return new PostgresProcess(all, newDirectory());
  }

  /** Starts a read-only copy of this server that follows it until it is promoted. */
  public PostgresProcess startStandby() {
    Path copy = newDirectory();
    try (Connection connection = DriverManager.getConnection(jdbcUrl("postgres"));
        Statement statement = connection.createStatement()) {
      statement.execute("SELECT pg_backup_start('standby', true)");
      DataDirectory.copy(data, copy);
      try (ResultSet label =
          statement.executeQuery("SELECT labelfile FROM pg_backup_stop(false)")) {
        label.next();
        DataDirectory.makeStandby(copy, label.getString(1), port, USER);
      }
    } catch (SQLException | IOException e) {
      throw new IllegalStateException("no standby", e);
    }
    return new PostgresProcess(settings, copy);
  }

  /** Makes commits wait until a standby has them on its disk. */
  public void waitForStandby() {
    execute("ALTER SYSTEM SET synchronous_standby_names = '*'", "SELECT pg_reload_conf()");
  }

  /** Lets a standby take writes. */
  public void promote() {
    execute("SELECT pg_promote()");
  }

  /** Creates an empty database and returns its JDBC URL, the user included. */
  public String createDatabase() {
    String name = "test_" + COUNT.incrementAndGet();
    execute("CREATE DATABASE " + name);
    return jdbcUrl(name);
  }

  /** Copies a database that nobody is connected to, and returns the URL of the copy. */
  public String copy(String url) {
    String name = "test_" + COUNT.incrementAndGet();
    execute("CREATE DATABASE " + name + " TEMPLATE " + name(url));
    return jdbcUrl(name);
  }

  /** Puts a database back to what a copy holds; who is connected is thrown out. */
  public void restore(String url, String copy) {
    execute("DROP DATABASE " + name(url) + " WITH (FORCE)");
    execute("CREATE DATABASE " + name(url) + " TEMPLATE " + name(copy));
  }

  /** Returns the port, the same for its life. */
  public int port() {
    return port;
  }

  /** Kills the server and all its sessions (SIGKILL), then waits until they are gone. */
  public void kill() {
    var processes = Stream.concat(postmaster().descendants(), Stream.of(postmaster())).toList();
    OsProcess.signal("KILL", processes.stream().map(ProcessHandle::pid));
    await("PostgreSQL is gone")
        .atMost(END_TIME)
        .until(() -> processes.stream().noneMatch(ProcessHandle::isAlive));
  }

  /** Freezes the server and all its sessions (SIGSTOP): connections stay open, nobody answers. */
  public void pause() {
    signalAll("STOP");
  }

  /** Lets a frozen server go on (SIGCONT). */
  public void resume() {
    signalAll("CONT");
  }

  /** Ends the server at once and in good order; sessions are told so. */
  public void stop() {
    try {
      server.close();
    } catch (IOException e) {
      throw new IllegalStateException("PostgreSQL does not stop", e);
    }
  }

  /** Starts the server again on the same port with the data it has; a running one is ended. */
  public void restart() {
    // Gives back the lock that the library holds on the data directory, also for a dead server.
    stop();
    try {
      server = launch();
    } catch (IOException e) {
      throw new IllegalStateException("PostgreSQL does not start again", e);
    }
  }

  /** Ends the server and forgets its data. */
  @Override
  public void close() {
    stop();
    try {
      Utils.delete(data.toFile());
    } catch (IOException e) {
      throw new IllegalStateException("The data of PostgreSQL stays", e);
    }
  }

  private void execute(String... statements) {
    try (Connection connection = DriverManager.getConnection(jdbcUrl("postgres"));
        Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    } catch (SQLException e) {
      throw new IllegalStateException(String.join("; ", statements), e);
    }
  }

  private static Path newDirectory() {
    try {
      Path parent = Files.createDirectories(Path.of("target", "postgres").toAbsolutePath());
      return Files.createTempDirectory(parent, "data");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Map<String, String> commitsOnDisk(String commit) {
    return Map.of("fsync", commit, "synchronous_commit", commit, "full_page_writes", commit);
  }

  private EmbeddedPostgres launch() throws IOException {
    EmbeddedPostgres.Builder builder =
        EmbeddedPostgres.builder()
            .setPort(port)
            .setDataDirectory(data)
            .setCleanDataDirectory(false)
            .setServerConfig("max_connections", "200")
            .setPGStartupWait(Duration.ofSeconds(60));
    settings.forEach(builder::setServerConfig);
    return builder.start();
  }

  private static String name(String url) {
    return url.substring(url.lastIndexOf('/') + 1, url.indexOf('?'));
  }

  private String jdbcUrl(String database) {
    return "jdbc:postgresql://127.0.0.1:" + port + "/" + database + "?user=" + USER;
  }

  private void signalAll(String signal) {
    ProcessHandle postmaster = postmaster();
    // The parent first: frozen last, it would go on to replace its frozen children.
    OsProcess.signal(
        signal,
        Stream.concat(Stream.of(postmaster), postmaster.descendants()).map(ProcessHandle::pid));
  }

  private ProcessHandle postmaster() {
    try {
      long pid = Long.parseLong(Files.readAllLines(data.resolve("postmaster.pid")).get(0));
      return ProcessHandle.of(pid).orElseThrow();
    } catch (IOException e) {
      throw new IllegalStateException("PostgreSQL does not run in " + data, e);
    }
  }
}
