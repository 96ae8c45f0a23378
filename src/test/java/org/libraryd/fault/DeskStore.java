package org.libraryd.fault;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Map;
import org.libraryd.support.DeskFile;
import org.libraryd.support.LibraryProcess.Build;

/** The H2 file of the desk package, which only one process can open at a time. */
record DeskStore(Path directory) implements Store {

  @Override
  public String name() {
    return "H2";
  }

  @Override
  public Build build() {
    return Build.DESK;
  }

  @Override
  public Map<String, String> environment() {
    return new DeskFile(directory).environment();
  }

  @Override
  public boolean isShared() {
    return false;
  }

  @Override
  public Connection open() throws SQLException {
    return DriverManager.getConnection(new DeskFile(directory).url());
  }
}
