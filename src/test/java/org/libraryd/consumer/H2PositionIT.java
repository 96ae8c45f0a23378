package org.libraryd.consumer;

import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import org.libraryd.support.H2WithoutPipeline;

@QuarkusTest
@TestProfile(H2WithoutPipeline.class)
class H2PositionIT extends PositionContract {}
