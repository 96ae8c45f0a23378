package org.libraryd.support;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.libraryd.support.LibraryProcess.NOTHING_THERE;

import java.net.ConnectException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.libraryd.support.LibraryProcess.Build;

/** One build makes two packages that differ in nothing but the database. */
class PackagesIT {
  @Test
  void defaultPackageIsForPostgres() {
    try (LibraryProcess library = LibraryProcess.start(Build.POSTGRESQL, NOTHING_THERE)) {
      awaitStart(library, "Profile prod activated");
    }
  }

  @Test
  void nothingListensButHealthAndMetrics() {
    int port = FreePort.find();
    Map<String, String> environment = new HashMap<>(NOTHING_THERE);
    environment.put("QUARKUS_HTTP_PORT", Integer.toString(port));
    try (LibraryProcess library = LibraryProcess.start(Build.POSTGRESQL, environment)) {
      awaitStart(library, "Profile prod activated");

      assertThatThrownBy(() -> new Socket(InetAddress.getLoopbackAddress(), port).close())
          .isInstanceOf(ConnectException.class);
    }
  }

  @Test
  void whatAlertsWatchIsShownBeforeItHappens() throws Exception {
    try (LibraryProcess library = LibraryProcess.start(Build.POSTGRESQL, NOTHING_THERE)) {
      awaitStart(library, "Profile prod activated");

      assertThat(library.get("/q/metrics").body())
          .contains(
              "libraryd_contention_total 0.0",
              "libraryd_rejected_total{reason=\"stuck\"} 0.0",
              "libraryd_intake_rewound_total{consumer=\"loan-lifecycle\"} 0.0",
              "libraryd_intake_rewound_total{consumer=\"loan-notice\"} 0.0",
              "libraryd_redriven_total{outcome=\"APPLIED\"} 0.0",
              "libraryd_audit_aborted_total 0.0",
              "libraryd_audit_stubs_total 0.0",
              "libraryd_audit_gaps_total 0.0");
    }
  }

  @Test
  void misspeltVariableIsToldOnce() {
    Map<String, String> environment = new HashMap<>(NOTHING_THERE);
    environment.put("LIBRARYD_TOPIC_LOANS", "loans");
    environment.put("LIBRARYD_TOPIC_LOAN", "loans");
    try (LibraryProcess library = LibraryProcess.start(Build.POSTGRESQL, environment)) {
      awaitStart(library, "Waiting for the database");

      assertThat(library.output())
          .containsOnlyOnce("sets nothing")
          .contains("LIBRARYD_TOPIC_LOANS sets nothing");
    }
  }

  @Test
  void deskPackageKeepsItsFileWhereItIsTold(@TempDir Path directory) {
    try (LibraryProcess library =
        LibraryProcess.start(
            Build.DESK,
            Map.of(
                "KAFKA_BOOTSTRAP_SERVERS",
                NOTHING_THERE.get("KAFKA_BOOTSTRAP_SERVERS"),
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
