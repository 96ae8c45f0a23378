package org.libraryd.bench;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Locale;
import org.libraryd.model.Progress;
import org.libraryd.support.LibraryProcess;

/** What stays on the service's heap after full collections while events go through all of it. */
final class HeapWatch {
  private static final int SAMPLES = 5;
  private static final Duration LIMIT = Duration.ofMinutes(20);

  private final Stage stage;
  private final Library service;
  private final Rounds rounds;

  HeapWatch(Stage stage, Library service, Rounds rounds) {
    this.stage = stage;
    this.service = service;
    this.rounds = rounds;
  }

  void run(int events, Figures figures) throws SQLException, IOException, InterruptedException {
    stage.clear();
    new FullLives(0).send(stage.bootstrap(), events);
    try (Progress progress = new Progress(stage.bootstrap());
        LibraryProcess library = service.start()) {
      library.awaitReady();
      for (int sample = 1; sample <= SAMPLES; sample++) {
        int reached = (int) ((long) events * sample / SAMPLES);
        await(reached + " events")
            .atMost(LIMIT)
            .pollInterval(Duration.ofMillis(250))
            .until(() -> progress.committed(Groups.LIFECYCLE, Stage.TOPICS.loan()) >= reached);
        figures.note(
            String.format(
                Locale.ROOT, "heap after %,d events: %.1f MiB", reached, library.liveMebibytes()));
      }
      Contender.awaitDone(() -> rounds.isAtRest(progress), library::requireAlive);
      figures.note(
          String.format(Locale.ROOT, "heap when all is sent: %.1f MiB", library.liveMebibytes()));
      library.terminate();
    }
  }
}
