package org.libraryd.consumer;

import jakarta.enterprise.context.ApplicationScoped;
import org.libraryd.jdbc.Database;
import org.libraryd.jdbc.DatabaseException;

/** Tells whether the database takes writes of others while one event keeps failing. */
@ApplicationScoped
class WriteProbe {
  // Needs the right to write and a server that is not read-only, and touches no row.
  private static final String WRITE_NOTHING =
      "UPDATE outbox_shard SET shard = shard WHERE shard = -1";

  private final Database database;

  WriteProbe(Database database) {
    this.database = database;
  }

  boolean succeeds() {
    try {
      database.update(WRITE_NOTHING);
      return true;
    } catch (DatabaseException e) {
      return false;
    }
  }
}
