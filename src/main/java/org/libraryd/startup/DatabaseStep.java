package org.libraryd.startup;

import jakarta.inject.Singleton;
import java.sql.Connection;
import org.libraryd.jdbc.Database;

/** Waits for a database that answers, and refuses sessions of another isolation than ours. */
@Singleton
class DatabaseStep implements StartStep {
  private final Database database;

  DatabaseStep(Database database) {
    this.database = database;
  }

  @Override
  public String name() {
    return "the database";
  }

  @Override
  public void attempt() {
    if (database.isolation() != Connection.TRANSACTION_READ_COMMITTED) {
      throw new RefusedStartException(
          "Wrong configuration:\n  quarkus.datasource.jdbc.transaction-isolation-level, or the"
              + " database's own default, is not read-committed: locks and conditional updates"
              + " would answer otherwise");
    }
  }
}
