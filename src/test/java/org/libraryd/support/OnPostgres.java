package org.libraryd.support;

import io.quarkus.test.junit.QuarkusTestProfile;
import java.util.List;
import java.util.Map;

/** Runs a test on PostgreSQL and a broker, the database sessions in a time zone of their own. */
public class OnPostgres implements QuarkusTestProfile {
  @Override
  public Map<String, String> getConfigOverrides() {
    return Map.of(
        "quarkus.datasource.db-kind", "postgresql",
        "quarkus.datasource.jdbc.new-connection-sql", "SET TIME ZONE 'Asia/Kathmandu'");
  }

  @Override
  public List<TestResourceEntry> testResources() {
    return List.of(
        new TestResourceEntry(PostgresResource.class), new TestResourceEntry(BrokerResource.class));
  }
}
