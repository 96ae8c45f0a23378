package org.libraryd.consumer;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.transaction.Transactional;
import org.libraryd.idempotency.Idempotent;
import org.libraryd.idempotency.Verdict;
import org.libraryd.jdbc.Database;
import org.libraryd.wire.Decoded;
import org.libraryd.wire.Delivery;
import org.libraryd.wire.LoanEvent;

/** Two consumers that take single events, as a business application would write them. */
@ApplicationScoped
public class TestDesk {
  private final Database database;

  TestDesk(Database database) {
    this.database = database;
  }

  @Transactional
  @Idempotent(consumer = "test-desk")
  public Verdict handle(Delivery delivery) {
    LoanEvent event = ((Decoded.Accepted) delivery.decoded()).event();
    database.update(
        "INSERT INTO loan (loan_id, book_id, member_id, status, version)"
            + " VALUES (?, ?, ?, 'CREATED', 1)",
        event.loanId(),
        event.bookId(),
        event.memberId());
    return Verdict.APPLIED;
  }

  @Transactional
  @Idempotent(consumer = "test-desk")
  public Verdict handleAndFail(Delivery delivery) {
    handle(delivery);
    throw new IllegalStateException("after the effect");
  }

  @Transactional
  @Idempotent(consumer = "test-archive")
  public Verdict archive(Delivery delivery) {
    return Verdict.UNCHANGED;
  }
}
