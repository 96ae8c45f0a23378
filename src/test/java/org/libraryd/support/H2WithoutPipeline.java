package org.libraryd.support;

import java.util.Map;

/** The application on an H2 file and a broker, without its pipeline: the test turns the crank. */
public class H2WithoutPipeline extends OnH2 {
  @Override
  public Map<String, String> getConfigOverrides() {
    return WithoutPipeline.with(super.getConfigOverrides());
  }
}
