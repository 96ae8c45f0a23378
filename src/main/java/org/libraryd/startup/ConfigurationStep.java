package org.libraryd.startup;

import io.quarkus.arc.All;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.stream.Collectors;
import org.libraryd.startup.check.StartCheck;

/** Refuses the start with all that is wrong in the configuration, in one message. */
@Singleton
class ConfigurationStep implements StartStep {
  private final List<StartCheck> checks;

  ConfigurationStep(@All List<StartCheck> checks) {
    this.checks = checks;
  }

  @Override
  public String name() {
    return "the configuration check";
  }

  @Override
  public void attempt() {
    List<String> complaints =
        checks.stream().flatMap(check -> check.complaints().stream()).sorted().toList();
    if (!complaints.isEmpty()) {
      throw new RefusedStartException(
          complaints.stream().collect(Collectors.joining("\n  ", "Wrong configuration:\n  ", "")));
    }
  }
}
