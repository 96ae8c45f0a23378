package org.libraryd.bench;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Measures the packaged service against the source document's loops (seed) and against the smallest
 * programs that do the same without a framework (limit), in turn, on one machine with broker and
 * database. Only the ratios say anything about another machine.
 *
 * <p>Each contender is measured once its JVM has compiled what runs often: a service runs for
 * weeks, and for its first seconds the compiler takes more of two processors than the service. The
 * order of the contenders turns with each round.
 *
 * <p>System properties: {@code parts} (of {@code
 * intake,three,relay,audit,h2,duplicates,whole,latency,start,heap}, and {@code growth}, which needs
 * 15 GB of disk), {@code rounds}, {@code seed}, {@code events} per round of the service and of the
 * limit after {@code warmUp} others, {@code seedEvents} and {@code seedWarmUp} for the seed, {@code
 * heapEvents}; {@link Latency} and {@link Growth} have more.
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
      Set.of(
          System.getProperty(
                  "parts", "intake,three,relay,audit,h2,duplicates,whole,latency,start,heap")
              .split(","));

  private interface Measurement {
    double perSecond(Load load) throws Exception;
  }

  private record Contest(String part, String row, Measurement measurement, List<String> baselines) {
    void round(int series, Figures figures) throws Exception {
      Load load =
          row.endsWith("seed")
              ? new Load(series, SEED_WARM_UP, SEED_EVENTS)
              : new Load(series, WARM_UP, EVENTS);
      figures.add(row, measurement.perSecond(load), baselines);
    }
  }

  private Benchmark() {}

  /**
   * Runs the parts and writes {@code figures.md} and {@code figures.svg} to {@code
   * target/benchmark}.
   */
  public static void main(String[] arguments) throws Exception {
    Figures figures = new Figures();
    try (Stage stage = new Stage()) {
      Rounds rounds = new Rounds(stage);
      Library library = new Library(stage, HEAP_MEBIBYTES);
      List<Contest> contests = contests(rounds, library, new Limit(stage, HEAP_MEBIBYTES));
      if (PARTS.contains("start")) {
        StartTime startTime = new StartTime(stage, library);
        for (int series = 1; series <= ROUNDS; series++) {
          startTime.round(new Load(series, WARM_UP, EVENTS), figures);
        }
      }
      for (int series = 1; series <= ROUNDS; series++) {
        for (Contest contest : inTurn(contests, series)) {
          contest.round(series, figures);
        }
        Load load = new Load(series, WARM_UP, EVENTS);
        if (PARTS.contains("h2")) {
          new Desk(stage, HEAP_MEBIBYTES).round(load, figures);
        }
        if (PARTS.contains("duplicates")) {
          String first = "deliveries, first";
          figures.add(first, rounds.intake(library.intake(), load), List.of());
          figures.add(
              "deliveries, again", rounds.takeInAgain(library.intake(), load), List.of(first));
        }
        if (PARTS.contains("latency")) {
          new Latency(stage, library, rounds).round(load, figures);
        }
      }
      if (PARTS.contains("growth")) {
        new Growth(stage, figures)
            .run(
                IntStream.rangeClosed(1, ROUNDS)
                    .mapToObj(series -> new Load(series, WARM_UP, EVENTS))
                    .toList());
      }
      if (PARTS.contains("heap")) {
        new HeapWatch(stage, library, rounds).run(HEAP_EVENTS, figures);
      }
      figures.note(Machine.describe(stage));
    }
    figures.note(settings());
    figures.report(Path.of("target", "benchmark"));
  }

  private static List<Contest> contests(Rounds rounds, Library library, Limit limit) {
    List<String> none = List.of();
    List<String> intake = List.of("intake, seed", "intake, limit");
    List<String> relay = List.of("relay, seed", "relay, limit");
    List<String> audit = List.of("audit, limit", "audit, without transactions");
    return List.of(
        new Contest("intake", "intake, seed", rounds::seedIntake, none),
        new Contest("intake", "intake, limit", load -> rounds.intake(limit.intake(), load), none),
        new Contest(
            "intake", "intake, libraryd", load -> rounds.intake(library.intake(), load), intake),
        new Contest(
            "three",
            "intake, three processes",
            load -> rounds.intake(library.intakeOf(3), load.warmedUp(3)),
            List.of("intake, libraryd")),
        new Contest("relay", "relay, seed", rounds::seedRelay, none),
        new Contest("relay", "relay, limit", load -> rounds.relay(limit.relay(), load), none),
        new Contest("relay", "relay, libraryd", load -> rounds.relay(library.relay(), load), relay),
        new Contest(
            "audit", "audit, without transactions", load -> rounds.audit(limit.copy(), load), none),
        new Contest("audit", "audit, limit", load -> rounds.audit(limit.audit(), load), none),
        new Contest("audit", "audit, libraryd", load -> rounds.audit(library.audit(), load), audit),
        new Contest(
            "whole", "all at work, libraryd", load -> rounds.whole(library.all(), load), intake));
  }

  /** Who is the last of one round is the first of the next: a machine that slows down is fair. */
  private static List<Contest> inTurn(List<Contest> contests, int round) {
    List<Contest> inTurn =
        new ArrayList<>(contests.stream().filter(one -> PARTS.contains(one.part())).toList());
    if (round % 2 == 0) {
      Collections.reverse(inTurn);
    }
    return inTurn;
  }

  private static String settings() {
    return String.format(
        Locale.ROOT,
        "%d rounds of seed %d, %,d events a round after %,d (the seed's loops %,d after %,d)",
        ROUNDS,
        Seed.VALUE,
        EVENTS,
        WARM_UP,
        SEED_EVENTS,
        SEED_WARM_UP);
  }
}
