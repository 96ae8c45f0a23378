package org.libraryd.bench;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import org.libraryd.model.Progress;
import org.libraryd.support.LibraryProcess;

/** What stays on the service's heap after full collections while events go through all of it. */
final class HeapWatch {
  private static final int SAMPLES = 5;
  private static final Duration LIMIT = Duration.ofMinutes(20);

  private final Stage stage;
  private final Contenders contenders;

  HeapWatch(Stage stage, Contenders contenders) {
    this.stage = stage;
    this.contenders = contenders;
  }

  void run(int events, Figures figures) throws SQLException, IOException, InterruptedException {
    stage.clear();
    FullLives.send(stage.bootstrap(), Stage.TOPICS.loan(), events);
    try (Progress progress = new Progress(stage.bootstrap());
        LibraryProcess library = contenders.start(Map.of())) {
      library.awaitReady();
      for (int sample = 1; sample <= SAMPLES; sample++) {
        int reached = (int) ((long) events * sample / SAMPLES);
        await(reached + " events")
            .atMost(LIMIT)
            .pollInterval(Duration.ofMillis(250))
            .until(() -> progress.committed("libraryd-lifecycle", Stage.TOPICS.loan()) >= reached);
        figures.note(
            String.format(
                Locale.ROOT, "heap after %,d events: %.1f MiB", reached, library.liveMebibytes()));
      }
      Contenders.awaitDone(library, () -> contenders.isAtRest(progress));
      figures.note(
          String.format(Locale.ROOT, "heap when all is sent: %.1f MiB", library.liveMebibytes()));
      library.terminate();
    }
  }
}
