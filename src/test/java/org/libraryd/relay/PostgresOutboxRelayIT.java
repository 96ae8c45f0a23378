package org.libraryd.relay;

import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;

@QuarkusTest
@TestProfile(RelayOnPostgres.class)
class PostgresOutboxRelayIT extends OutboxRelayContract {}
