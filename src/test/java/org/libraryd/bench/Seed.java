package org.libraryd.bench;

import java.util.SplittableRandom;

/** Has each series of events look random and be the same for whoever asks for it. */
final class Seed {
  static final long VALUE = Long.getLong("seed", 20_261_202);

  private Seed() {}

  static SplittableRandom of(int series) {
    return new SplittableRandom(VALUE ^ ((long) series << 32));
  }
}
