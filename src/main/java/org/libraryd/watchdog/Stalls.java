package org.libraryd.watchdog;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.TimeGauge;
import jakarta.inject.Singleton;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * The stall of each part by its name. The gauge {@code libraryd.stalled} says for how long work has
 * waited there without any progress.
 */
@Singleton
public class Stalls {
  private final Map<String, Stall> parts = new ConcurrentHashMap<>();
  private final MeterRegistry registry;

  public Stalls(MeterRegistry registry) {
    this.registry = registry;
  }

  /** The stall of a part, which is watched from now on; names are from a closed set. */
  public Stall of(String part) {
    return parts.computeIfAbsent(part, this::watch);
  }

  private Stall watch(String part) {
    Stall stall = new Stall(System::nanoTime);
    TimeGauge.builder(
            "libraryd.stalled", stall, TimeUnit.SECONDS, watched -> watched.age().toSeconds())
        .tag("part", part)
        .register(registry);
    return stall;
  }

  Map<String, Stall> all() {
    return new TreeMap<>(parts);
  }
}
