package org.libraryd.consumer;

import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import org.libraryd.support.H2WithoutPipeline;

@QuarkusTest
@TestProfile(H2WithoutPipeline.class)
class H2ClaimWaitIT extends ClaimWaitContract {
  @Override
  String blockedSessions() {
    // H2 names no blocker of an insert, which tries again and again inside its statement.
    return "SELECT count(*) FROM information_schema.sessions"
        + " WHERE executing_statement LIKE 'INSERT INTO consumed_event%'"
        + " AND executing_statement_start < CURRENT_TIMESTAMP - INTERVAL '0.1' SECOND";
  }
}
