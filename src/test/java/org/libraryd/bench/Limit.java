package org.libraryd.bench;

import java.util.List;
import java.util.Map;
import org.libraryd.bench.limit.LimitAudit;
import org.libraryd.bench.limit.LimitIntake;
import org.libraryd.bench.limit.LimitRelay;
import org.libraryd.bench.limit.PlainCopy;
import org.libraryd.support.OsProcess;

/** The programs without any framework as contenders, with as much heap as the service. */
final class Limit {
  private final Stage stage;
  private final int heapMebibytes;

  Limit(Stage stage, int heapMebibytes) {
    this.stage = stage;
    this.heapMebibytes = heapMebibytes;
  }

  Contender intake() {
    return contender(LimitIntake.class);
  }

  Contender relay() {
    return contender(LimitRelay.class);
  }

  Contender audit() {
    return contender(LimitAudit.class);
  }

  Contender copy() {
    return contender(PlainCopy.class);
  }

  private Contender contender(Class<?> program) {
    return done -> {
      OsProcess process = start(program);
      try {
        Contender.awaitDone(done, process::requireAlive);
        process.terminate();
      } finally {
        process.kill();
      }
    };
  }

  private OsProcess start(Class<?> program) {
    List<String> command =
        List.of(
            OsProcess.java(),
            "-Xmx" + heapMebibytes + "m",
            "-Djava.util.logging.manager=org.jboss.logmanager.LogManager",
            "-cp",
            System.getProperty("java.class.path"),
            program.getName(),
            stage.url(),
            stage.bootstrap());
    return OsProcess.start(program.getSimpleName(), command, Map.of());
  }
}
