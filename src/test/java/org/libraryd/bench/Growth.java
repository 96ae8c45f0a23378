package org.libraryd.bench;

import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * The service on tables that have grown against itself on empty ones, in turn.
 *
 * <p>System properties: {@code claims}, the sizes to be tried, with commas between; {@code unsent}
 * rows of the outbox.
 */
final class Growth {
  /** What the service gets along with however much waits. */
  private static final int HEAP_MEBIBYTES = 256;

  /** Fewer than years of use leave, as loading takes its time; the relay reads none of them. */
  private static final double PUBLISHED_PER_CLAIM = 0.15;

  private static final List<Integer> CLAIMS =
      Stream.of(System.getProperty("claims", "1000000,5000000,20000000").split(","))
          .map(Integer::valueOf)
          .toList();
  private static final int UNSENT = Integer.getInteger("unsent", 500_000);
  private static final String SCANS =
      "SELECT seq_scan FROM pg_stat_user_tables WHERE relname = 'outbox'";

  private final Stage stage;
  private final Library library;
  private final Rounds rounds;
  private final Figures figures;

  Growth(Stage stage, Figures figures) {
    this.stage = stage;
    this.library = new Library(stage, HEAP_MEBIBYTES);
    this.rounds = new Rounds(stage);
    this.figures = figures;
  }

  /** Tries the sizes one after the other; {@code loads} are the rounds of each. */
  void run(List<Load> loads) throws SQLException {
    for (int claims : CLAIMS) {
      fill(claims, (int) (claims * PUBLISHED_PER_CLAIM));
      for (Load load : loads) {
        round(load, String.format(Locale.ROOT, "%,d", claims));
      }
    }
  }

  private void fill(int claims, int published) throws SQLException {
    stage.clear();
    History.write(stage, claims, published);
    stage.keep();
    figures.note(
        String.format(
            Locale.ROOT,
            "%,d claims, %,d rows published and %,d unsent: %.1f GiB, shared_buffers %.0f MiB",
            claims,
            published,
            UNSENT,
            stage.ask("SELECT pg_database_size(current_database())") / (1 << 30),
            stage.ask("SELECT pg_size_bytes(current_setting('shared_buffers'))") / (1 << 20)));
  }

  /** The machine changes speed while the next size is loaded, so that each has its own baseline. */
  private void round(Load load, String size) throws SQLException {
    String intake = "intake, empty beside " + size;
    figures.add(intake, rounds.intake(library.intake(), load), List.of());
    stage.returnToKept();
    figures.add(
        "intake, " + size + " claims", rounds.takeIn(library.intake(), load), List.of(intake));

    String relay = "relay, empty beside " + size;
    figures.add(relay, rounds.relay(library.relay(), load), List.of());
    stage.returnToKept();
    OutboxRows.append(
        stage,
        load.series(),
        UNSENT - (int) stage.ask("SELECT count(*) FROM outbox WHERE NOT published"));
    double scans = stage.ask(SCANS);
    double rate = rounds.sendAll(library.relay(), load.warmUp());
    if (stage.ask(SCANS) > scans) {
      throw new IllegalStateException("The relay has read the whole outbox instead of an index");
    }
    figures.add("relay, " + size + " claims", rate, List.of(relay));
  }
}
