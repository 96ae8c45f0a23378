package org.libraryd.consumer;

import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import org.libraryd.support.PostgresWithoutPipeline;

@QuarkusTest
@TestProfile(PostgresWithoutPipeline.class)
class PostgresClaimWaitIT extends ClaimWaitContract {
  @Override
  String blockedSessions() {
    return "SELECT count(*) FROM pg_locks WHERE NOT granted";
  }
}
