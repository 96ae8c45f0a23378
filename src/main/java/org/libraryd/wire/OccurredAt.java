package org.libraryd.wire;

import java.time.Clock;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.chrono.IsoChronology;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.ResolverStyle;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads when an event happened: a real date and time with its offset, from {@link #EARLIEST} to a
 * day from now.
 */
final class OccurredAt {
  static final Instant EARLIEST = Instant.parse("2000-01-01T00:00:00Z");
  static final Duration AHEAD_MAX = Duration.ofDays(1);

  // Strict, unlike the formatter of the platform that has an offset: no offset with seconds or
  // without its colon.
  private static final DateTimeFormatter ISO_8601 =
      new DateTimeFormatterBuilder()
          .append(DateTimeFormatter.ISO_LOCAL_DATE_TIME)
          .appendOffset("+HH:mm", "Z")
          .toFormatter()
          .withResolverStyle(ResolverStyle.STRICT)
          .withChronology(IsoChronology.INSTANCE);

  private final Clock clock;

  OccurredAt(Clock clock) {
    this.clock = clock;
  }

  /** The instant that all given values name, each in its own notation. */
  Instant of(List<RawField> sent) throws RefusalException {
    Instant agreed = null;
    for (RawField field : sent) {
      Instant instant = parsed(field.textOrNull(Envelope.OCCURRED_AT));
      if (agreed != null && instant != null && !agreed.equals(instant)) {
        throw RefusalException.invalidField("occurredAt differs from the attribute time");
      }
      agreed = instant == null ? agreed : instant;
    }
    if (agreed == null) {
      throw RefusalException.invalidField("occurredAt is missing");
    }
    if (agreed.isBefore(EARLIEST) || agreed.isAfter(clock.instant().plus(AHEAD_MAX))) {
      throw RefusalException.invalidField("occurredAt is not between 2000 and a day from now");
    }
    return agreed;
  }

  private static @Nullable Instant parsed(@Nullable String text) throws RefusalException {
    try {
      return text == null ? null : ISO_8601.parse(text, Instant::from);
    } catch (DateTimeException e) {
      throw RefusalException.invalidField("occurredAt is not an ISO-8601 time with offset");
    }
  }
}
