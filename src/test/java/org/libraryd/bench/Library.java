package org.libraryd.bench;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.libraryd.support.LibraryProcess;
import org.libraryd.support.LibraryProcess.Build;

/** The packaged service as a contender, whole or with only one part of it at work. */
final class Library {
  private static final Map<String, String> WITHOUT_RELAY =
      Map.of("LIBRARYD_RELAY_ENABLED", "false");
  static final Map<String, String> INTAKE_ONLY =
      with(WITHOUT_RELAY, "MP_MESSAGING_INCOMING_AUDIT_SOURCE_TOPIC");
  private static final Map<String, String> AUDIT_ONLY =
      with(WITHOUT_RELAY, "MP_MESSAGING_INCOMING_LIFECYCLE_TOPIC");
  static final Map<String, String> RELAY_ONLY =
      with(Map.of(), "MP_MESSAGING_INCOMING_NOTICE_TOPIC");

  private final Stage stage;
  private final int heapMebibytes;

  Library(Stage stage, int heapMebibytes) {
    this.stage = stage;
    this.heapMebibytes = heapMebibytes;
  }

  Contender all() {
    return contender(Map.of());
  }

  Contender intake() {
    return contender(INTAKE_ONLY);
  }

  /** Several processes that share the partitions. */
  Contender intakeOf(int processes) {
    return contender(INTAKE_ONLY, processes);
  }

  Contender relay() {
    return contender(RELAY_ONLY);
  }

  Contender audit() {
    return contender(AUDIT_ONLY);
  }

  private Contender contender(Map<String, String> mode) {
    return contender(mode, 1);
  }

  private Contender contender(Map<String, String> mode, int processes) {
    return done -> {
      List<LibraryProcess> libraries = new ArrayList<>();
      try {
        for (int instance = 1; instance <= processes; instance++) {
          libraries.add(start(with(mode, "LIBRARYD_INSTANCE", Integer.toString(instance))));
        }
        libraries.forEach(LibraryProcess::awaitReady);
        Contender.awaitDone(done, () -> libraries.forEach(LibraryProcess::requireAlive));
        libraries.forEach(LibraryProcess::terminate);
      } finally {
        libraries.forEach(LibraryProcess::close);
      }
    };
  }

  LibraryProcess start() {
    return start(Map.of());
  }

  /** Starts it with the given variables added. */
  LibraryProcess start(Map<String, String> mode) {
    Map<String, String> environment = new HashMap<>(mode);
    environment.put("KAFKA_BOOTSTRAP_SERVERS", stage.bootstrap());
    environment.put("QUARKUS_DATASOURCE_JDBC_URL", stage.url());
    return LibraryProcess.start(Build.POSTGRESQL, heapMebibytes, environment);
  }

  /** The consumer has nothing to do. */
  private static Map<String, String> with(Map<String, String> mode, String topicOfConsumer) {
    return with(mode, topicOfConsumer, Stage.EMPTY_TOPIC);
  }

  private static Map<String, String> with(Map<String, String> mode, String name, String value) {
    Map<String, String> more = new HashMap<>(mode);
    more.put(name, value);
    return Map.copyOf(more);
  }
}
