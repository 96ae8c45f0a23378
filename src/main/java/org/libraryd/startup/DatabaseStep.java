package org.libraryd.startup;

import jakarta.inject.Singleton;
import org.libraryd.jdbc.Database;

/** Waits for a database that answers. */
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
    database.query("SELECT 1", row -> row.getInt(1));
  }
}
