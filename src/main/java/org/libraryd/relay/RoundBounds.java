package org.libraryd.relay;

import java.time.Duration;
import java.util.Map;

/**
 * The bounds of a round, from the producer's settings.
 *
 * @param batchSize bytes of the producer's largest batch of several rows
 * @param maxRequestSize bytes of the largest row that the producer accepts
 * @param sending how long a round starts to send rows
 * @param longest how long it waits for the last answer
 */
record RoundBounds(int batchSize, int maxRequestSize, Duration sending, Duration longest) {
  private static final Duration LONGEST = Duration.ofSeconds(15);

  /** Rows that must go one by one would otherwise keep the shards from healthy topics for long. */
  private static final Duration LONGEST_SENDING = Duration.ofSeconds(1);

  /**
   * @throws IllegalArgumentException if a round cannot end within 15 s with these settings
   */
  static RoundBounds of(Map<String, ?> producer) {
    Duration answer = millis(producer, "delivery.timeout.ms", 120_000);
    Duration blocked = millis(producer, "max.block.ms", 60_000);
    Duration sending = LONGEST.minus(answer).minus(blocked);
    if (sending.isNegative() || sending.isZero()) {
      throw new IllegalArgumentException(
          "delivery.timeout.ms (%d) and max.block.ms (%d) of channel relay must be less than %d together"
              .formatted(answer.toMillis(), blocked.toMillis(), LONGEST.toMillis()));
    }
    return new RoundBounds(
        number(producer, "batch.size", 16_384),
        number(producer, "max.request.size", 1_048_576),
        sending.compareTo(LONGEST_SENDING) < 0 ? sending : LONGEST_SENDING,
        LONGEST);
  }

  private static Duration millis(Map<String, ?> producer, String key, int otherwise) {
    return Duration.ofMillis(number(producer, key, otherwise));
  }

  private static int number(Map<String, ?> producer, String key, int otherwise) {
    Object value = producer.get(key);
    return value == null ? otherwise : Integer.parseInt(value.toString());
  }
}
