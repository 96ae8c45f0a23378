package org.libraryd.fault;

class PostgresCrashIT extends CrashContract {

  @Override
  Store store(Stage stage) {
    return stage.newStore();
  }
}
