package org.libraryd.bench;

import java.nio.file.Path;
import java.util.Locale;
import java.util.Set;

/**
 * Measures the packaged service against the source document's loops, in turn, on one machine with
 * broker and database. Only the ratios say anything about another machine.
 *
 * <p>Each contender is measured once its JVM has compiled what runs often: a service runs for
 * weeks, and for its first seconds the compiler takes more of two processors than the service.
 *
 * <p>System properties: {@code parts} (of {@code intake,relay,whole,heap}, and {@code backlog},
 * which needs 15 GB of disk), {@code rounds}, {@code events} per round of the service after {@code
 * warmUp} others, {@code seedEvents} and {@code seedWarmUp} for the seed, {@code heapEvents}.
 */
public final class Benchmark {
  private static final int HEAP_MEBIBYTES = 384;
  private static final int ROUNDS = Integer.getInteger("rounds", 3);
  private static final int EVENTS = Integer.getInteger("events", 100_000);
  private static final int WARM_UP = Integer.getInteger("warmUp", 150_000);
  private static final int SEED_EVENTS = Integer.getInteger("seedEvents", 10_000);
  private static final int SEED_WARM_UP = Integer.getInteger("seedWarmUp", 10_000);
  private static final int HEAP_EVENTS = Integer.getInteger("heapEvents", 500_000);
  private static final Set<String> PARTS =
      Set.of(System.getProperty("parts", "intake,relay,whole,heap").split(","));

  private Benchmark() {}

  /** Runs the parts and writes {@code target/benchmark/figures.md}. */
  public static void main(String[] arguments) throws Exception {
    Figures figures = new Figures();
    try (Stage stage = new Stage()) {
      Contenders contenders = new Contenders(stage, HEAP_MEBIBYTES);
      for (int round = 0; round < ROUNDS; round++) {
        round(contenders, figures);
      }
      if (PARTS.contains("backlog")) {
        LongUse longUse = new LongUse(stage, figures);
        for (int round = 0; round < ROUNDS; round++) {
          longUse.round(WARM_UP, EVENTS, figures);
        }
      }
      if (PARTS.contains("heap")) {
        new HeapWatch(stage, contenders).run(HEAP_EVENTS, figures);
      }
    }
    figures.note(machine());
    figures.report(Path.of("target", "benchmark", "figures.md"));
  }

  private static void round(Contenders contenders, Figures figures) throws Exception {
    String seedIntake = "intake, seed";
    if (PARTS.contains("intake")) {
      figures.add(seedIntake, seedIntake, contenders.seedIntake(SEED_WARM_UP, SEED_EVENTS));
      figures.add("intake, libraryd", seedIntake, contenders.intake(WARM_UP, EVENTS));
    }
    if (PARTS.contains("relay")) {
      String seed = "relay, seed";
      figures.add(seed, seed, contenders.seedRelay(SEED_WARM_UP, SEED_EVENTS));
      figures.add("relay, libraryd", seed, contenders.relay(WARM_UP, EVENTS));
    }
    if (PARTS.contains("whole")) {
      figures.add("input to published, all at work", seedIntake, contenders.whole(WARM_UP, EVENTS));
    }
  }

  private static String machine() {
    return String.format(
        Locale.ROOT,
        "%d processors, Java %s, %s; %d rounds, %,d events a round after %,d (seed %,d after %,d)",
        Runtime.getRuntime().availableProcessors(),
        Runtime.version(),
        System.getProperty("os.name"),
        ROUNDS,
        EVENTS,
        WARM_UP,
        SEED_EVENTS,
        SEED_WARM_UP);
  }
}
