package org.libraryd.fault;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import org.libraryd.support.LibraryProcess.Build;

/** A database that a packaged service keeps its tables in, and the package made for it. */
interface Store {

  /** How the report calls it. */
  String name();

  Build build();

  /** The environment variables that lead a service to this database. */
  Map<String, String> environment();

  /** Tells whether others may look into it while a service runs. */
  boolean isShared();

  /** Opens it; unless it is shared, only after the end of the service. */
  Connection open() throws SQLException;
}
