package org.libraryd;

import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.time.Clock;

/** The one clock. */
final class ClockProducer {
  ClockProducer() {}

  @Produces
  @Singleton
  static Clock clock() {
    return Clock.systemUTC();
  }
}
