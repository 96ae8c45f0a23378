package org.libraryd.support;

import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.net.ConnectException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.libraryd.support.LibraryProcess.Build;

/** One build makes two packages that differ in nothing but the database. */
class PackagesIT {
  // Nothing listens there: what is tested comes before the first call to a broker.
  private static final String NO_BROKER = "127.0.0.1:1";

  @Test
  void defaultPackageIsForPostgres() {
    try (LibraryProcess library =
        LibraryProcess.start(
            Build.POSTGRESQL,
            Map.of(
                "KAFKA_BOOTSTRAP_SERVERS",
                NO_BROKER,
                "QUARKUS_DATASOURCE_JDBC_URL",
                "jdbc:postgresql://127.0.0.1:1/none"))) {
      awaitStart(library, "Profile prod activated");
    }
  }

  @Test
  void nothingListensButHealthAndMetrics() {
    int port = FreePort.find();
    try (LibraryProcess library =
        LibraryProcess.start(
            Build.POSTGRESQL,
            Map.of(
                "KAFKA_BOOTSTRAP_SERVERS",
                NO_BROKER,
                "QUARKUS_DATASOURCE_JDBC_URL",
                "jdbc:postgresql://127.0.0.1:1/none",
                "QUARKUS_HTTP_PORT",
                Integer.toString(port)))) {
      awaitStart(library, "Profile prod activated");

      assertThatThrownBy(() -> new Socket(InetAddress.getLoopbackAddress(), port).close())
          .isInstanceOf(ConnectException.class);
    }
  }

  @Test
  void deskPackageKeepsItsFileWhereItIsTold(@TempDir Path directory) {
    try (LibraryProcess library =
        LibraryProcess.start(
            Build.DESK,
            Map.of(
                "KAFKA_BOOTSTRAP_SERVERS",
                NO_BROKER,
                "LIBRARYD_DESK_DIRECTORY",
                directory.toString()))) {
      awaitStart(library, "Profiles desk,prod activated");

      await("the database file is there")
          .atMost(Duration.ofSeconds(30))
          .until(() -> directory.resolve("libraryd.mv.db").toFile().exists());
    }
  }

  private static void awaitStart(LibraryProcess library, String line) {
    await("HTTP answers")
        .atMost(Duration.ofSeconds(60))
        .ignoreExceptions()
        .until(() -> library.get("/q/health").body().contains("status"));
    // HTTP answers before the start is told.
    await(line).atMost(Duration.ofSeconds(10)).until(() -> library.output().contains(line));
  }
}
