package org.libraryd.support;

import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;

@QuarkusTest
@TestProfile(OnPostgres.class)
class PostgresTestDatabaseIT extends TestDatabaseContract {
  @Override
  String product() {
    return "PostgreSQL";
  }
}
