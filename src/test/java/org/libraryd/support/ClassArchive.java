package org.libraryd.support;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.libraryd.support.LibraryProcess.Build;

/**
 * An archive of the classes that a start loads, made and used as {@code deploy/Dockerfile.jvm}
 * says: by its own command and options, with the package in another place.
 */
public final class ClassArchive {
  private static final Path DOCKERFILE = Path.of("deploy", "Dockerfile.jvm");
  private static final String IN_IMAGE = "/opt/libraryd/";
  private static final Pattern COMMAND = Pattern.compile("(?m)^RUN ((?:.*\\\\\\R)*.*)$");
  private static final Pattern OPTIONS =
      Pattern.compile("(?m)^ENTRYPOINT \\[\"java\", ((?:.*\\\\\\R)*.*), \"-jar\"");
  private static final Duration TIME_LIMIT = Duration.ofMinutes(1);

  private final String options;

  private ClassArchive(String options) {
    this.options = options;
  }

  /** Makes the archive of a package in a directory. */
  public static ClassArchive make(Build build, Path directory) throws IOException {
    String archive = directory.resolve("classes.jsa").toString();
    String command =
        find(COMMAND)
            .replace(IN_IMAGE + "classes.jsa", archive)
            .replace(IN_IMAGE, build.jar().getParent() + "/");
    OsProcess process =
        OsProcess.start(
            "class-archive",
            List.of("sh", "-c", command),
            Map.of("QUARKUS_MANAGEMENT_PORT", Integer.toString(FreePort.find())));
    if (process.awaitExit(TIME_LIMIT) != 0) {
      throw new IllegalStateException("no archive was made: " + process.output());
    }
    String options = find(OPTIONS).replaceAll("[\",\\\\\\s]+", " ").strip();
    return new ClassArchive(options.replace(IN_IMAGE + "classes.jsa", archive));
  }

  /** Returns the environment of a process as the image starts it, with more options for its JVM. */
  public Map<String, String> environment(String... more) {
    return Map.of("JDK_JAVA_OPTIONS", options + " " + String.join(" ", more));
  }

  private static String find(Pattern instruction) throws IOException {
    Matcher matcher = instruction.matcher(Files.readString(DOCKERFILE));
    if (!matcher.find()) {
      throw new IllegalStateException(DOCKERFILE + " has no " + instruction);
    }
    return matcher.group(1);
  }
}
