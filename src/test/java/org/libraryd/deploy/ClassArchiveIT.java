package org.libraryd.deploy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.libraryd.support.ClassArchive;
import org.libraryd.support.LibraryProcess;
import org.libraryd.support.LibraryProcess.Build;

/** The image starts with an archive of classes, made while it is built. */
class ClassArchiveIT {
  private static final Duration START_TIME = Duration.ofSeconds(60);

  @TempDir Path directory;

  @Test
  void oneStartLeavesTheNextItsClasses() throws Exception {
    ClassArchive archive = ClassArchive.make(Build.POSTGRESQL, directory);
    Map<String, String> environment = new HashMap<>(LibraryProcess.NOTHING_THERE);
    environment.putAll(archive.environment("-Xlog:class+load"));

    try (LibraryProcess library = LibraryProcess.start(Build.POSTGRESQL, environment)) {
      await()
          .atMost(START_TIME)
          .failFast(library::requireAlive)
          .until(() -> library.output().contains("Waiting for the database"));

      assertThat(library.output())
          .contains(
              "org.libraryd.startup.StartSequence source: shared objects file",
              "io.quarkus.runtime.ApplicationLifecycleManager source: shared objects file",
              "org.postgresql.Driver source: shared objects file");
    }
  }
}
