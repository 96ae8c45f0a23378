package org.libraryd.support;

import static org.awaitility.Awaitility.await;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.libraryd.support.LibraryProcess.Build;

/**
 * An archive of the classes that a start loads, made as the image of {@code deploy/Dockerfile.jvm}
 * makes it: by a start that finds neither database nor broker.
 */
public final class ClassArchive {
  private static final Duration START_TIME = Duration.ofSeconds(90);

  private final Path file;

  private ClassArchive(Path file) {
    this.file = file;
  }

  /** Makes the archive of a package in a directory. */
  public static ClassArchive make(Build build, Path directory) {
    Path file = directory.resolve("classes.jsa");
    Map<String, String> environment = new HashMap<>(LibraryProcess.NOTHING_THERE);
    environment.put("JDK_JAVA_OPTIONS", "-Xlog:cds=off -XX:ArchiveClassesAtExit=" + file);
    try (LibraryProcess library = LibraryProcess.start(build, environment)) {
      await("the start has come as far as it can")
          .atMost(START_TIME)
          .failFast(library::requireAlive)
          .until(() -> library.output().contains("Waiting for the database"));
      library.terminate();
    }
    if (!Files.exists(file)) {
      throw new IllegalStateException("no archive was made");
    }
    return new ClassArchive(file);
  }

  /** Returns the environment of a process that uses it, with more options for its JVM. */
  public Map<String, String> environment(String... options) {
    return Map.of(
        "JDK_JAVA_OPTIONS", "-XX:SharedArchiveFile=" + file + " " + String.join(" ", options));
  }
}
