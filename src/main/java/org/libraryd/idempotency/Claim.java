package org.libraryd.idempotency;

/**
 * An event id taken by a consumer.
 *
 * @param payloadHash the content that took it; never overwritten by other content while held
 */
record Claim(String eventId, String payloadHash, Outcome outcome, String loanId) {
  Claim with(Outcome other) {
    return new Claim(eventId, payloadHash, other, loanId);
  }
}
