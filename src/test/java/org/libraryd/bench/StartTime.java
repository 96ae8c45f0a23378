package org.libraryd.bench;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import org.libraryd.support.ClassArchive;
import org.libraryd.support.LibraryProcess;
import org.libraryd.support.LibraryProcess.Build;

/** The time from the start of the service's process to the commit of the first event's effect. */
final class StartTime {
  private static final Duration LIMIT = Duration.ofMinutes(2);
  private static final Duration POLL_INTERVAL = Duration.ofMillis(10);

  private final Stage stage;
  private final Library library;
  private final ClassArchive archive;

  StartTime(Stage stage, Library library) throws IOException {
    this.stage = stage;
    this.library = library;
    this.archive =
        ClassArchive.make(Build.POSTGRESQL, Files.createTempDirectory("libraryd-classes"));
  }

  void round(Load load, Figures figures) throws SQLException {
    measure("start to first event handled", load, Map.of(), figures);
    measure("the same as the image starts it", load, archive.environment(), figures);
  }

  private void measure(String row, Load load, Map<String, String> environment, Figures figures)
      throws SQLException {
    stage.clear();
    new FullLives(load.series()).send(stage.bootstrap(), 1);
    try (Connection connection = DriverManager.getConnection(stage.url());
        PreparedStatement question = connection.prepareStatement("SELECT 1 FROM consumed_event")) {
      long start = System.nanoTime();
      try (LibraryProcess process = library.start(environment)) {
        await("the first event is handled")
            .atMost(LIMIT)
            .pollInterval(POLL_INTERVAL)
            .until(() -> hasRow(question));
        figures.addMillis(row, (System.nanoTime() - start) / 1e6);
        process.terminate();
      }
    }
  }

  private static boolean hasRow(PreparedStatement question) throws SQLException {
    try (ResultSet rows = question.executeQuery()) {
      return rows.next();
    }
  }
}
