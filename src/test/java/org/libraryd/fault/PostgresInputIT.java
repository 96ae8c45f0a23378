package org.libraryd.fault;

class PostgresInputIT extends InputContract {

  @Override
  Store store(Stage stage) {
    return stage.newStore();
  }
}
