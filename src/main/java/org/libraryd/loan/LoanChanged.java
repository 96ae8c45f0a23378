package org.libraryd.loan;

import org.libraryd.outbox.DerivedId;
import org.libraryd.outbox.Lane;
import org.libraryd.outbox.OutboxMessage;
import org.libraryd.wire.HeaderNames;
import org.libraryd.wire.JsonText;
import org.libraryd.wire.LoanEvent;

/** The outbox row of a change: tells other systems what the loan is now, and its version. */
record LoanChanged(String consumer, String topic) {
  OutboxMessage of(LoanBatch.Change change) {
    LoanEvent event = change.event();
    Loan loan = change.loan();
    return new OutboxMessage(
        DerivedId.of("changed", consumer, event.eventId(), event.contentHash()),
        event.type().wireName(),
        topic,
        loan.loanId(),
        Lane.changed(loan.loanId()),
        loan.loanId(),
        loan.version(),
        payload(event, loan),
        headers(change),
        null);
  }

  private static String payload(LoanEvent event, Loan loan) {
    return JsonText.object()
        .put("type", event.type().wireName())
        .put("loanId", loan.loanId())
        .put("bookId", loan.bookId())
        .put("memberId", loan.memberId())
        .put("status", loan.status().name())
        .put("version", loan.version())
        .put("occurredAt", event.occurredAt().toString())
        .toString();
  }

  private static String headers(LoanBatch.Change change) {
    JsonText headers =
        JsonText.object()
            .put(HeaderNames.SOURCE_EVENT_ID, change.event().eventId())
            .put(HeaderNames.CE_TIME, change.event().occurredAt().toString());
    if (change.traceparent() != null) {
      headers.put(HeaderNames.TRACEPARENT, change.traceparent());
    }
    return headers.toString();
  }
}
