package org.libraryd.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.libraryd.model.Progress;
import org.libraryd.support.DeskFile;
import org.libraryd.support.LibraryProcess;
import org.libraryd.support.LibraryProcess.Build;

/**
 * The package for a single desk, with its database in an H2 file: the intake alone, then the relay
 * alone on what that has left. The file is read when the process has ended, as it is the only one
 * that may open it.
 */
final class Desk {
  private final Stage stage;
  private final int heapMebibytes;

  Desk(Stage stage, int heapMebibytes) {
    this.stage = stage;
    this.heapMebibytes = heapMebibytes;
  }

  void round(Load load, Figures figures) throws SQLException, IOException {
    stage.clear();
    DeskFile file =
        new DeskFile(Files.createTempDirectory(Path.of("target"), "desk").toAbsolutePath());
    String url = file.url();
    new FullLives(load.series()).send(stage.bootstrap(), load.all());
    try (Progress progress = new Progress(stage.bootstrap())) {
      work(
          file,
          Library.INTAKE_ONLY,
          () -> progress.lag(Groups.LIFECYCLE, Stage.TOPICS.loan()) == 0);
      expect(load.all(), url, "consumed_event WHERE outcome = 'APPLIED'");
      figures.add(
          "intake, libraryd on H2",
          Throughput.ofRows(url, "consumed_at", "consumed_event", load.warmUp()),
          List.of("intake, libraryd"));

      work(file, Library.RELAY_ONLY, () -> progress.written(Stage.TOPICS.changed()) >= load.all());
      expect(load.all(), url, "outbox WHERE published");
      require(load.all(), progress.written(Stage.TOPICS.changed()), "records of changes");
      figures.add(
          "relay, libraryd on H2",
          Throughput.ofRows(url, "published_at", "outbox", load.warmUp()),
          List.of("relay, libraryd"));
    }
  }

  private void work(DeskFile file, Map<String, String> mode, Callable<Boolean> done) {
    Map<String, String> environment = new HashMap<>(mode);
    environment.put("KAFKA_BOOTSTRAP_SERVERS", stage.bootstrap());
    environment.putAll(file.environment());
    try (LibraryProcess process = LibraryProcess.start(Build.DESK, heapMebibytes, environment)) {
      process.awaitReady();
      Contender.awaitDone(done, process::requireAlive);
      process.terminate();
    }
  }

  private static void expect(int expected, String url, String rows) throws SQLException {
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement();
        ResultSet answer = statement.executeQuery("SELECT count(*) FROM " + rows)) {
      answer.next();
      require(expected, answer.getLong(1), "rows in " + rows);
    }
  }

  private static void require(long expected, long found, String what) {
    if (found != expected) {
      throw new IllegalStateException("%d instead of %d %s".formatted(found, expected, what));
    }
  }
}
