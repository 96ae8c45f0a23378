package org.libraryd.model;

import static org.libraryd.model.Kind.APPROVED;
import static org.libraryd.model.Kind.CANCELLED;
import static org.libraryd.model.Kind.CREATED;
import static org.libraryd.model.Kind.RETURNED;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.libraryd.model.Arrival.Content;
import org.libraryd.model.Arrival.Event;
import org.libraryd.model.Arrival.Source;

/** A model and one loan {@code L} of book {@code B} to member {@code M}, one event at a time. */
final class OneLoan {

  static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");

  final ReferenceModel model = new ReferenceModel(3);
  private int deliveries;

  void bringTo(@Nullable Status status) {
    if (status == null) {
      return;
    }
    tell("to-created", CREATED);
    switch (status) {
      case CREATED -> {}
      case APPROVED -> tell("to-approved", APPROVED);
      case CANCELLED -> tell("to-cancelled", CANCELLED);
      case RETURNED -> {
        tell("to-approved", APPROVED);
        tell("to-returned", RETURNED);
      }
    }
  }

  Verdict tell(String eventId, Kind kind) {
    return deliver(new Event(eventId, content(kind)));
  }

  Verdict deliver(Event event) {
    return model.deliver(at(1000 + deliveries++, event));
  }

  static Arrival at(long offset, Arrival.Meaning meaning) {
    return new Arrival(Source.of(0, offset), meaning);
  }

  static Content content(Kind kind) {
    boolean named = kind == CREATED;
    return new Content(kind, "L", named ? "B" : null, named ? "M" : null, NOON);
  }
}
