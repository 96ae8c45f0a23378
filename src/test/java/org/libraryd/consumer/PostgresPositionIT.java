package org.libraryd.consumer;

import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import org.libraryd.support.PostgresWithoutPipeline;

@QuarkusTest
@TestProfile(PostgresWithoutPipeline.class)
class PostgresPositionIT extends PositionContract {}
