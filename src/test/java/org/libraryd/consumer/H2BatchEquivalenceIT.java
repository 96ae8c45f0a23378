package org.libraryd.consumer;

import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import org.libraryd.support.OnH2;

@QuarkusTest
@TestProfile(OnH2.class)
class H2BatchEquivalenceIT extends BatchEquivalenceContract {}
