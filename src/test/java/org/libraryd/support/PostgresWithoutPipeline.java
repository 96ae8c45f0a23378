package org.libraryd.support;

import java.util.Map;

/** The application on PostgreSQL and a broker, without its pipeline: the test turns the crank. */
public class PostgresWithoutPipeline extends OnPostgres {
  @Override
  public Map<String, String> getConfigOverrides() {
    return WithoutPipeline.with(super.getConfigOverrides());
  }
}
