package org.libraryd.startup.check;

import jakarta.inject.Singleton;
import java.util.List;

/** The replica has an ordinal. */
@Singleton
public class InstanceCheck implements StartCheck {
  private final InstanceConfig config;

  InstanceCheck(InstanceConfig config) {
    this.config = config;
  }

  @Override
  public List<String> complaints() {
    return config.instance() >= 0
        ? List.of()
        : List.of("libraryd.instance is %d, it must be 0 or more".formatted(config.instance()));
  }
}
