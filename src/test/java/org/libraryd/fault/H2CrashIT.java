package org.libraryd.fault;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;
import org.libraryd.support.LibraryProcess;
import org.libraryd.support.LibraryProcess.Build;

/** The desk package on its H2 file, which only one process can open at a time. */
class H2CrashIT extends CrashContract {

  private static final String UNSENT = "libraryd_outbox_unsent";

  private final Path directory;

  H2CrashIT(@TempDir Path directory) {
    this.directory = directory;
  }

  @Override
  LibraryProcess start(String bootstrap) {
    Map<String, String> environment = new HashMap<>(SMALL_BATCHES);
    environment.put("KAFKA_BOOTSTRAP_SERVERS", bootstrap);
    environment.put("LIBRARYD_DESK_DIRECTORY", directory.toString());
    return LibraryProcess.start(Build.DESK, environment);
  }

  @Override
  long unsent(LibraryProcess library) {
    try {
      return library
          .get("/q/metrics")
          .body()
          .lines()
          .filter(line -> line.startsWith(UNSENT))
          .mapToLong(line -> (long) Double.parseDouble(line.substring(line.lastIndexOf(' '))))
          .sum();
    } catch (IOException e) {
      throw new IllegalStateException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  @Override
  Connection open() throws SQLException {
    return DriverManager.getConnection(
        "jdbc:h2:file:"
            + directory.resolve("libraryd")
            + ";MODE=PostgreSQL;DATABASE_TO_LOWER=TRUE;IFEXISTS=TRUE");
  }
}
