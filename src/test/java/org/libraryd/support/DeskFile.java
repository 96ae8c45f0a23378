package org.libraryd.support;

import java.nio.file.Path;
import java.util.Map;

/** The H2 file of the desk package in a directory, which only one process can open at a time. */
public record DeskFile(Path directory) {
  /** Returns the variables by which the package finds it. */
  public Map<String, String> environment() {
    return Map.of("LIBRARYD_DESK_DIRECTORY", directory.toString());
  }

  /** Returns the URL by which a test looks into it; it does not make one. */
  public String url() {
    return "jdbc:h2:file:"
        + directory.resolve("libraryd")
        + ";MODE=PostgreSQL;DATABASE_TO_LOWER=TRUE;IFEXISTS=TRUE";
  }
}
