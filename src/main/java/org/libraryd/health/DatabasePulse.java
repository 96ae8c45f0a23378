package org.libraryd.health;

import jakarta.inject.Singleton;
import java.util.function.LongSupplier;

/** The pulse of the database, fed by every transaction that writes. */
@Singleton
public class DatabasePulse extends Pulse {
  public DatabasePulse() {
    this(System::nanoTime);
  }

  DatabasePulse(LongSupplier nanoTime) {
    super(nanoTime);
  }
}
