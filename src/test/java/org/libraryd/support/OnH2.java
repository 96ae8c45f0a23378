package org.libraryd.support;

import io.quarkus.test.junit.QuarkusTestProfile;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** Runs a test on an H2 file and a broker, the database sessions in a time zone of their own. */
public class OnH2 implements QuarkusTestProfile {
  @Override
  public Map<String, String> getConfigOverrides() {
    return Map.of(
        "quarkus.datasource.db-kind", "h2",
        "quarkus.datasource.jdbc.url", url("target/h2/" + UUID.randomUUID()),
        "quarkus.datasource.jdbc.new-connection-sql", "SET TIME ZONE 'Asia/Kathmandu'");
  }

  @Override
  public List<TestResourceEntry> testResources() {
    return List.of(new TestResourceEntry(BrokerResource.class));
  }

  private static String url(String file) {
    return "jdbc:h2:file:./" + file + ";MODE=PostgreSQL;DATABASE_TO_LOWER=TRUE;WRITE_DELAY=0";
  }
}
