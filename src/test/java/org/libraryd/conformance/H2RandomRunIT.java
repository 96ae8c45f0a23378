package org.libraryd.conformance;

import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import java.util.Map;
import org.libraryd.support.OnH2;

@QuarkusTest
@TestProfile(H2RandomRunIT.DenseProfile.class)
class H2RandomRunIT extends RandomRunContract {

  /** The database, with the settings of the corpus. */
  public static class DenseProfile extends OnH2 {
    @Override
    public Map<String, String> getConfigOverrides() {
      return Dense.with(super.getConfigOverrides());
    }
  }
}
