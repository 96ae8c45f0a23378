package org.libraryd.bench;

import static org.awaitility.Awaitility.await;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import org.libraryd.support.LibraryProcess;

/** The time from the start of the service's process to the commit of the first event's effect. */
final class StartTime {
  private static final Duration LIMIT = Duration.ofMinutes(2);
  private static final Duration POLL_INTERVAL = Duration.ofMillis(10);

  private final Stage stage;
  private final Library library;

  StartTime(Stage stage, Library library) {
    this.stage = stage;
    this.library = library;
  }

  void round(Load load, Figures figures) throws SQLException {
    stage.clear();
    new FullLives(load.series()).send(stage.bootstrap(), 1);
    try (Connection connection = DriverManager.getConnection(stage.url());
        PreparedStatement question = connection.prepareStatement("SELECT 1 FROM consumed_event")) {
      long start = System.nanoTime();
      try (LibraryProcess process = library.start()) {
        await("the first event is handled")
            .atMost(LIMIT)
            .pollInterval(POLL_INTERVAL)
            .until(() -> hasRow(question));
        figures.addMillis("start to first event handled", (System.nanoTime() - start) / 1e6);
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
