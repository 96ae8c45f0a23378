package org.libraryd.bench.limit;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import org.jspecify.annotations.Nullable;

/** The outbox row of an event that changed its loan. */
record Change(
    String eventId, String type, String loanId, long version, String payload, String headers) {
  private static final int SHARDS = 64;

  static Change of(Event event, Loan loan, Digest digest) {
    return new Change(
        digest.add("changed").add(IntakeBatch.CONSUMER).add(event.id()).add(event.hash()).uuid(),
        event.type(),
        loan.id,
        loan.version,
        payload(event, loan),
        headers(event));
  }

  String lane() {
    return "changed/" + loanId;
  }

  short shard() {
    return (short) Math.floorMod(lane().hashCode(), SHARDS);
  }

  private static String payload(Event event, Loan loan) {
    StringBuilder json = new StringBuilder(256).append('{');
    member(json, "type", event.type()).append(',');
    member(json, "loanId", loan.id).append(',');
    member(json, "bookId", loan.bookId).append(',');
    member(json, "memberId", loan.memberId).append(',');
    member(json, "status", loan.status).append(",\"version\":").append(loan.version).append(',');
    return member(json, "occurredAt", event.occurredAt().toString()).append('}').toString();
  }

  private static String headers(Event event) {
    StringBuilder json = new StringBuilder(128).append('{');
    member(json, "source-event-id", event.id()).append(',');
    member(json, "ce_time", event.occurredAt().toString());
    if (event.traceparent() != null) {
      member(json.append(','), "traceparent", event.traceparent());
    }
    return json.append('}').toString();
  }

  private static StringBuilder member(StringBuilder json, String name, @Nullable String value) {
    json.append('"').append(name).append("\":\"");
    JsonStringEncoder.getInstance().quoteAsString(value, json);
    return json.append('"');
  }
}
