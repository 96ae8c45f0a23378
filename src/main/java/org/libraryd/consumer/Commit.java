package org.libraryd.consumer;

import org.libraryd.idempotency.Deliveries;
import org.libraryd.idempotency.IdempotentHandler;

/** One transaction of a consumer: outcomes are counted and told only after it has committed. */
final class Commit {
  private final String consumer;
  private final IdempotentHandler handler;
  private final IntakeMetrics metrics;
  private final RejectionLog rejections;

  Commit(
      String consumer, IdempotentHandler handler, IntakeMetrics metrics, RejectionLog rejections) {
    this.consumer = consumer;
    this.handler = handler;
    this.metrics = metrics;
    this.rejections = rejections;
  }

  void run(Deliveries deliveries) {
    handler.handle(deliveries);
    metrics.count(consumer, deliveries);
    rejections.note(consumer, deliveries);
  }
}
