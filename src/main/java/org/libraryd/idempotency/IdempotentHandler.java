package org.libraryd.idempotency;

/** What a consumer does with a batch, in one transaction that it opens itself. */
@FunctionalInterface
public interface IdempotentHandler {
  /**
   * Decides every delivery and writes the effects. When it returns, all is committed; when it
   * throws, nothing is.
   */
  void handle(Deliveries deliveries);
}
