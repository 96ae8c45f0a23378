package org.libraryd.support;

import io.quarkus.test.common.QuarkusTestResourceLifecycleManager;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Gives each started application an empty database on a PostgreSQL server of its own. */
public final class PostgresResource implements QuarkusTestResourceLifecycleManager {
  private @Nullable PostgresProcess server;

  @Override
  public Map<String, String> start() {
    PostgresProcess started = PostgresProcess.start();
    server = started;
    return Map.of("quarkus.datasource.jdbc.url", started.createDatabase());
  }

  @Override
  public void stop() {
    if (server != null) {
      server.close();
    }
  }
}
