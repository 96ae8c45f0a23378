package org.libraryd.idempotency;

import java.util.Set;

/**
 * Events of the batch have been applied before their claims were pruned: the transaction is rolled
 * back and run again {@linkplain Deliveries#knowing knowing} them.
 */
public final class AppliedBeforeException extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final transient Set<AppliedBefore> events;

  public AppliedBeforeException(Set<AppliedBefore> events) {
    super(events.size() + " events were applied before their claims were pruned");
    this.events = Set.copyOf(events);
  }

  public Set<AppliedBefore> events() {
    return events;
  }
}
