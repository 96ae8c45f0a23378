package org.libraryd.startup;

import io.quarkus.arc.All;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.stream.Collectors;
import org.jboss.logging.Logger;
import org.libraryd.startup.check.StartCheck;
import org.libraryd.startup.check.UnknownVariables;

/**
 * Refuses the start with all that is wrong in the configuration, in one message, and warns of
 * variables of the environment that set nothing.
 */
@Singleton
class ConfigurationStep implements StartStep {
  private static final Logger LOG = Logger.getLogger(ConfigurationStep.class);

  private final List<StartCheck> checks;
  private final UnknownVariables variables;

  ConfigurationStep(@All List<StartCheck> checks, UnknownVariables variables) {
    this.checks = checks;
    this.variables = variables;
  }

  @Override
  public String name() {
    return "the configuration check";
  }

  @Override
  public void attempt() {
    variables.warnings(System.getenv().keySet()).forEach(LOG::warn);
    List<String> complaints =
        checks.stream().flatMap(check -> check.complaints().stream()).sorted().toList();
    if (!complaints.isEmpty()) {
      throw new RefusedStartException(
          complaints.stream().collect(Collectors.joining("\n  ", "Wrong configuration:\n  ", "")));
    }
  }
}
