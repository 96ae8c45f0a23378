package org.libraryd.health;

import org.jboss.logging.MDC;
import org.jspecify.annotations.Nullable;

/**
 * Gives the lines about one record fields of their own, so that an event or a loan is found in a
 * log of JSON; a log of text does not show them.
 *
 * @param eventId a valid event id, or null
 * @param loanId a valid loan id, or null
 * @param outcome what became of the record, or null while nothing has
 */
public record LogFields(
    @Nullable String eventId, @Nullable String loanId, @Nullable String outcome) {

  /** Runs what logs the lines. */
  public void around(Runnable logging) {
    try {
      put("eventId", eventId);
      put("loanId", loanId);
      put("outcome", outcome);
      logging.run();
    } finally {
      MDC.remove("eventId");
      MDC.remove("loanId");
      MDC.remove("outcome");
    }
  }

  private static void put(String name, @Nullable String value) {
    if (value != null) {
      MDC.put(name, value);
    }
  }
}
