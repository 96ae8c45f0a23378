package org.libraryd.relay;

import java.util.HashMap;
import java.util.Map;
import org.libraryd.support.OnPostgres;

/** The relay and its tables on PostgreSQL, without the consumers. */
public class RelayOnPostgres extends OnPostgres {
  /** What both databases' profiles set. */
  static Map<String, String> relayOnly(Map<String, String> database) {
    Map<String, String> config = new HashMap<>(database);
    config.put(
        "quarkus.arc.exclude-types",
        "org.libraryd.audit.**,org.libraryd.consumer.**,org.libraryd.deadletter.**,"
            + "org.libraryd.idempotency.**,org.libraryd.loan.**,org.libraryd.notice.**,"
            + "org.libraryd.sample.**,org.libraryd.startup.**");
    config.put("quarkus.flyway.migrate-at-start", "true");
    return config;
  }

  @Override
  public Map<String, String> getConfigOverrides() {
    return relayOnly(super.getConfigOverrides());
  }
}
