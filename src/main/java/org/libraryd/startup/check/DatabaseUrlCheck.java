package org.libraryd.startup.check;

import jakarta.inject.Singleton;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/**
 * An H2 database speaks PostgreSQL's dialect, and one in a file keeps what it has acknowledged even
 * when the process is killed.
 */
@Singleton
public class DatabaseUrlCheck implements StartCheck {
  private static final String KEY = "quarkus.datasource.jdbc.url";

  /** What the shipped configuration says. */
  private static final String UNSET = "unset";

  private final String kind;
  private final String url;

  DatabaseUrlCheck(
      @ConfigProperty(name = "quarkus.datasource.db-kind") String kind,
      @ConfigProperty(name = KEY) Optional<String> url) {
    this.kind = kind;
    this.url = url.orElse("");
  }

  @Override
  public List<String> complaints() {
    if (url.isBlank() || url.equals(UNSET)) {
      return List.of(KEY + " is not set, it must name the database");
    }
    String prefix = "jdbc:" + kind + ":";
    if (!url.startsWith(prefix)) {
      return List.of("%s must begin with %s in this build".formatted(KEY, prefix));
    }
    return kind.equals("h2") ? h2Complaints() : List.of();
  }

  private List<String> h2Complaints() {
    List<String> complaints = new ArrayList<>();
    String settings = url.toUpperCase(Locale.ROOT) + ";";
    if (!settings.contains(";MODE=POSTGRESQL;")) {
      complaints.add(KEY + " must contain ;MODE=PostgreSQL");
    }
    boolean inMemory = settings.startsWith("JDBC:H2:MEM:");
    if (!inMemory && !settings.contains(";WRITE_DELAY=0;")) {
      complaints.add(KEY + " must contain ;WRITE_DELAY=0, or a crash loses acknowledged commits");
    }
    return complaints;
  }
}
