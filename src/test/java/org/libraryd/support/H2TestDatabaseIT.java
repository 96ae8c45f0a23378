package org.libraryd.support;

import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;

@QuarkusTest
@TestProfile(OnH2.class)
class H2TestDatabaseIT extends TestDatabaseContract {
  @Override
  String product() {
    return "H2";
  }
}
