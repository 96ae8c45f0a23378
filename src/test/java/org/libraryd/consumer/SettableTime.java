package org.libraryd.consumer;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;

/** A clock that only the pauses of the intake move: nothing waits. */
final class SettableTime extends Clock {
  static final Instant START = Instant.parse("2026-06-01T00:00:00Z");

  final List<Duration> pauses = new ArrayList<>();
  private Instant now = START;

  /** Pauses that pass at once; after so many of them the application stops. */
  Stop stopAfter(int pausesMax) {
    return new Stop() {
      @Override
      void pause(Duration duration) {
        if (pauses.size() >= pausesMax) {
          throw new StoppedException();
        }
        pauses.add(duration);
        now = now.plus(duration);
      }
    };
  }

  Duration passed() {
    return Duration.between(START, now);
  }

  @Override
  public Instant instant() {
    return now;
  }

  @Override
  public ZoneId getZone() {
    return ZoneOffset.UTC;
  }

  @Override
  public Clock withZone(ZoneId zone) {
    return this;
  }
}
