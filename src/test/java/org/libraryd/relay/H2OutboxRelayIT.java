package org.libraryd.relay;

import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;

@QuarkusTest
@TestProfile(RelayOnH2.class)
class H2OutboxRelayIT extends OutboxRelayContract {}
