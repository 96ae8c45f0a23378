package org.libraryd.fault;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** How services behaved, seen from outside: their health, their log and their metrics. */
final class Conduct {

  private static final double LINES_PER_SECOND_MAX = 2;
  private static final int SERIES_MAX = 150;

  private final List<Service> services;
  private final Timeline time;
  private final int lateInARow;

  /**
   * Judges services that ran through all of a scenario.
   *
   * @param lateInARow how many late answers of a probe an orchestrator would have acted on
   */
  Conduct(List<Service> services, Timeline time, int lateInARow) {
    this.services = services;
    this.time = time;
    this.lateInARow = lateInARow;
  }

  List<String> faults() {
    List<String> faults = new ArrayList<>();
    for (Service service : services) {
      health(service, faults);
      log(service, faults);
      if (service.process().isAlive()) {
        int series = service.metrics().series().size();
        if (series > SERIES_MAX) {
          faults.add("I10 " + series + " series");
        }
      }
    }
    if (time.noisePerSecond() > LINES_PER_SECOND_MAX) {
      faults.add(
          String.format(Locale.ROOT, "I10 %.1f lines of trouble a second", time.noisePerSecond()));
    }
    return faults;
  }

  private void health(Service service, List<String> faults) {
    List<String> complaints = service.health().complaints(lateInARow);
    if (!complaints.isEmpty()) {
      faults.add("I9 " + complaints.size() + " bad answers, first: " + complaints.get(0));
    }
  }

  private static void log(Service service, List<String> faults) {
    String output = service.process().output();
    for (String secret : List.of("\"memberId\"", "\"loanId\"", "password")) {
      if (output.contains(secret)) {
        faults.add("I10 the log contains " + secret);
      }
    }
  }
}
