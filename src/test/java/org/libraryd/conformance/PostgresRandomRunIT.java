package org.libraryd.conformance;

import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import java.util.Map;
import org.libraryd.support.OnPostgres;

@QuarkusTest
@TestProfile(PostgresRandomRunIT.DenseProfile.class)
class PostgresRandomRunIT extends RandomRunContract {

  /** The database, with the settings of the corpus. */
  public static class DenseProfile extends OnPostgres {
    @Override
    public Map<String, String> getConfigOverrides() {
      return Dense.with(super.getConfigOverrides());
    }
  }
}
