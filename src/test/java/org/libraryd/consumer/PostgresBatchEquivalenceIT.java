package org.libraryd.consumer;

import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import org.libraryd.support.OnPostgres;

@QuarkusTest
@TestProfile(OnPostgres.class)
class PostgresBatchEquivalenceIT extends BatchEquivalenceContract {}
