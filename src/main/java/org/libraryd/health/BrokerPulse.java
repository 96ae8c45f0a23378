package org.libraryd.health;

import jakarta.inject.Singleton;
import java.util.function.LongSupplier;

/** The pulse of the broker, fed by every acknowledged send. */
@Singleton
public class BrokerPulse extends Pulse {
  public BrokerPulse() {
    this(System::nanoTime);
  }

  BrokerPulse(LongSupplier nanoTime) {
    super(nanoTime);
  }
}
