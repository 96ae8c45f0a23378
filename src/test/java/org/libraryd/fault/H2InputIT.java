package org.libraryd.fault;

import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

class H2InputIT extends InputContract {

  @TempDir static Path directory;

  @Override
  Store store(Stage stage) {
    return new DeskStore(directory);
  }
}
