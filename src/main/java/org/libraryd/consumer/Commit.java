package org.libraryd.consumer;

import java.util.concurrent.atomic.AtomicInteger;
import org.libraryd.idempotency.Deliveries;
import org.libraryd.idempotency.IdempotentHandler;

/**
 * One transaction of a consumer: outcomes are counted, told and traced only after it has committed.
 */
final class Commit {
  private final String consumer;
  private final IdempotentHandler handler;
  private final IntakeMetrics metrics;
  private final RejectionLog rejections;
  private final ProcessSpans spans;
  private final AtomicInteger effects = new AtomicInteger();

  Commit(String consumer, IdempotentHandler handler, IntakeFactory factory, ProcessSpans spans) {
    this.consumer = consumer;
    this.handler = handler;
    this.metrics = factory.metrics();
    this.rejections = factory.rejections();
    this.spans = spans;
  }

  void run(Deliveries deliveries) {
    handler.handle(deliveries);
    metrics.count(consumer, deliveries);
    rejections.note(consumer, deliveries);
    spans.end(deliveries);
    effects.addAndGet(
        (int)
            deliveries.verdicts().stream()
                .filter(verdict -> verdict.outcome().keepsClaim())
                .count());
  }

  /** How many first deliveries there have been since the last call that keep their claim. */
  int takeEffects() {
    return effects.getAndSet(0);
  }
}
