package org.libraryd.idempotency;

import org.libraryd.wire.LoanEvent;

/** An event id with the content that was applied under it, as its outbox row bears witness. */
public record AppliedBefore(String eventId, String payloadHash) {
  public static AppliedBefore of(LoanEvent event) {
    return new AppliedBefore(event.eventId(), event.contentHash());
  }
}
