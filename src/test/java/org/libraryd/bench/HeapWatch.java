package org.libraryd.bench;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Path;
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
                Locale.ROOT, "heap after %,d events: %.1f MiB", reached, liveMebibytes(library)));
      }
      Contenders.awaitDone(library, () -> contenders.isAtRest(progress));
      figures.note(
          String.format(Locale.ROOT, "heap when all is sent: %.1f MiB", liveMebibytes(library)));
      library.terminate();
    }
  }

  private static double liveMebibytes(LibraryProcess library)
      throws IOException, InterruptedException {
    String jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd").toString();
    new ProcessBuilder(jcmd, Long.toString(library.pid()), "GC.run")
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .start()
        .waitFor();
    return library
            .get("/q/metrics")
            .body()
            .lines()
            .filter(line -> line.startsWith("jvm_memory_used_bytes{area=\"heap\""))
            .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' '))))
            .sum()
        / (1 << 20);
  }
}
