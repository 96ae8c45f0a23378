package org.libraryd.relay;

import java.time.Duration;

/** How long the relay pauses after a round. */
final class Pace {
  /** As many as a shard may have in one round, so that with fewer nothing was left behind. */
  private static final int FEW = OutboxRelay.LEAST_PER_SHARD;

  private static final Duration AFTER_FEW = Duration.ofMillis(20);
  private static final Duration SKIPPED = Duration.ofMillis(20);
  private static final Duration LONGEST_SKIPPED = Duration.ofSeconds(1);
  private static final Duration FAILED = Duration.ofSeconds(1);
  private static final Duration LONGEST_FAILED = Duration.ofSeconds(10);

  private final Duration interval;
  private Duration skipped = Duration.ZERO;
  private Duration failed = Duration.ZERO;

  Pace(Duration interval) {
    this.interval = interval;
  }

  /**
   * Not at all while many rows go out, 20 ms after a few, as a commit of this process would end the
   * pause and one of another's may follow soon; 20 ms, doubling to 1 s, while others hold shards;
   * else, and at most, the interval.
   */
  Duration after(OutboxRelay.Summary round) {
    failed = Duration.ZERO;
    if (round.progressed()) {
      skipped = Duration.ZERO;
      return round.published() < FEW ? shorter(AFTER_FEW, interval) : Duration.ZERO;
    }
    skipped = round.skipped() ? doubled(skipped, SKIPPED, LONGEST_SKIPPED) : Duration.ZERO;
    return skipped.isZero() ? interval : shorter(skipped, interval);
  }

  /** 1 s, doubling to 10 s. */
  Duration afterFailure() {
    failed = doubled(failed, FAILED, LONGEST_FAILED);
    return failed;
  }

  boolean isFailing() {
    return !failed.isZero();
  }

  private static Duration doubled(Duration last, Duration shortest, Duration longest) {
    Duration next = last.isZero() ? shortest : last.multipliedBy(2);
    return shorter(next, longest);
  }

  private static Duration shorter(Duration one, Duration other) {
    return one.compareTo(other) < 0 ? one : other;
  }
}
