package org.libraryd.consumer;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.libraryd.idempotency.Deliveries;
import org.libraryd.wire.Decoded;
import org.libraryd.wire.Delivery;
import org.libraryd.wire.LoanEvent;
import org.libraryd.wire.Reason;

/** A delivery that is handled alone because its batch could not be. */
public final class LoneDelivery {
  private static final int MISSES_MAX = 3;

  private final List<String> keys;
  private Delivery delivery;
  private boolean withoutFollowers;
  private int misses;
  private @Nullable Instant failingSince;

  public LoneDelivery(Delivery delivery) {
    this.delivery = delivery;
    this.keys = keys(delivery);
  }

  /** The loan and the event id whose later deliveries have to wait for this one. */
  static List<String> keys(Delivery delivery) {
    return delivery.decoded() instanceof Decoded.Accepted accepted
        ? List.of("loan " + accepted.event().loanId(), "id " + accepted.event().eventId())
        : List.of();
  }

  /** The keys of the delivery as it came. */
  List<String> keys() {
    return keys;
  }

  public Deliveries deliveries() {
    Deliveries deliveries = Deliveries.of(List.of(delivery));
    return withoutFollowers ? deliveries.withoutFollowers() : deliveries;
  }

  Delivery delivery() {
    return delivery;
  }

  /**
   * The database refused a value: first the parked followers are left out, then the event is, then
   * all of its dead letter but the raw bytes.
   *
   * @return whether there was still something to leave out
   */
  public boolean refusedByDatabase() {
    if (isRejected()) {
      Decoded raw = new Decoded.Refused(Reason.DATA_ERROR, "", null, null);
      if (delivery.decoded().equals(raw)) {
        return false;
      }
      delivery = delivery.with(raw);
    } else if (withoutFollowers) {
      reject(Reason.DATA_ERROR, "The database refuses a value of this event");
    } else {
      withoutFollowers = true;
    }
    return true;
  }

  /** Whether the delivery is no event, or is not to take effect any more. */
  boolean isRejected() {
    return event() == null;
  }

  /** A conditional write missed: the third time is the last. */
  public void missed() {
    misses++;
    if (misses >= MISSES_MAX) {
      reject(Reason.CONTENTION, "Others changed the loan at each of " + misses + " tries");
    }
  }

  Duration failingFor(Instant now) {
    if (failingSince == null) {
      failingSince = now;
    }
    return Duration.between(failingSince, now);
  }

  void reject(Reason reason, String detail) {
    LoanEvent event = event();
    if (event != null) {
      Decoded refused = new Decoded.Refused(reason, detail, event.eventId(), event.loanId());
      delivery = delivery.with(refused);
    }
  }

  private @Nullable LoanEvent event() {
    return delivery.decoded() instanceof Decoded.Accepted accepted ? accepted.event() : null;
  }
}
