package org.libraryd.consumer;

import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.time.Clock;
import java.util.Set;
import org.libraryd.wire.LoanEventDecoder;

/** Makes the decoder of the loan topic. */
final class Decoders {
  Decoders() {}

  @Produces
  @Singleton
  static LoanEventDecoder loanEvents(EventsConfig config, Clock clock) {
    return new LoanEventDecoder(config.ignoredTypes().orElse(Set.of()), clock);
  }
}
