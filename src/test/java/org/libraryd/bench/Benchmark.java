package org.libraryd.bench;

import java.nio.file.Path;
import java.util.Locale;
import java.util.Set;

/**
 * Measures the packaged service against the source document's loops, in turn, on one machine with
 * broker and database. Only the ratios say anything about another machine.
 *
 * <p>System properties: {@code parts} (of {@code intake,relay,whole,heap}), {@code rounds}, {@code
 * events} per round of the service, {@code seedEvents} per round of the seed, {@code heapEvents}.
 */
public final class Benchmark {
  private static final int ROUNDS = Integer.getInteger("rounds", 3);
  private static final int EVENTS = Integer.getInteger("events", 100_000);
  private static final int SEED_EVENTS = Integer.getInteger("seedEvents", 10_000);
  private static final int HEAP_EVENTS = Integer.getInteger("heapEvents", 500_000);
  private static final Set<String> PARTS =
      Set.of(System.getProperty("parts", "intake,relay,whole,heap").split(","));

  private Benchmark() {}

  /** Runs the parts and writes {@code target/benchmark/figures.md}. */
  public static void main(String[] arguments) throws Exception {
    Figures figures = new Figures();
    try (Stage stage = new Stage()) {
      Contenders contenders = new Contenders(stage);
      for (int round = 0; round < ROUNDS; round++) {
        round(contenders, figures);
      }
      if (PARTS.contains("heap")) {
        new HeapWatch(stage, contenders).run(HEAP_EVENTS, figures);
      }
    }
    figures.note(machine());
    figures.report(Path.of("target", "benchmark", "figures.md"));
  }

  private static void round(Contenders contenders, Figures figures) throws Exception {
    int warmUp = EVENTS / 4;
    int seedWarmUp = SEED_EVENTS / 4;
    String seedIntake = "intake, seed";
    if (PARTS.contains("intake")) {
      figures.add(seedIntake, seedIntake, contenders.seedIntake(seedWarmUp, SEED_EVENTS));
      figures.add("intake, libraryd", seedIntake, contenders.intake(warmUp, EVENTS));
    }
    if (PARTS.contains("relay")) {
      String seed = "relay, seed";
      figures.add(seed, seed, contenders.seedRelay(seedWarmUp, SEED_EVENTS));
      figures.add("relay, libraryd", seed, contenders.relay(warmUp, EVENTS));
    }
    if (PARTS.contains("whole")) {
      figures.add("input to published, all at work", seedIntake, contenders.whole(warmUp, EVENTS));
    }
  }

  private static String machine() {
    return String.format(
        Locale.ROOT,
        "%d processors, Java %s, %s; %d rounds, %,d events a round (seed %,d)",
        Runtime.getRuntime().availableProcessors(),
        Runtime.version(),
        System.getProperty("os.name"),
        ROUNDS,
        EVENTS,
        SEED_EVENTS);
  }
}
