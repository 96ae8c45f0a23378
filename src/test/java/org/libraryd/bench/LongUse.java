package org.libraryd.bench;

import java.sql.SQLException;
import java.util.List;
import java.util.Locale;

/**
 * The service on tables that have been in use for long against itself on empty ones, in turn.
 *
 * <p>System properties: {@code claims}, {@code published}, {@code unsent}: rows in the tables in
 * use.
 */
final class LongUse {
  /** What the service gets along with however much waits. */
  private static final int HEAP_MEBIBYTES = 256;

  private static final int CLAIMS = Integer.getInteger("claims", 20_000_000);
  private static final int PUBLISHED = Integer.getInteger("published", 3_000_000);
  private static final int UNSENT = Integer.getInteger("unsent", 500_000);
  private static final String SCANS =
      "SELECT seq_scan FROM pg_stat_user_tables WHERE relname = 'outbox'";

  private final Stage stage;
  private final Library library;
  private final Rounds rounds;

  LongUse(Stage stage, Figures figures) throws SQLException {
    this.stage = stage;
    this.library = new Library(stage, HEAP_MEBIBYTES);
    this.rounds = new Rounds(stage);
    stage.clear();
    History.write(stage, CLAIMS, PUBLISHED);
    stage.keep();
    String size =
        String.format(
            Locale.ROOT,
            "tables in use: %,d claims, %,d rows published and %,d unsent; %.1f GiB,"
                + " shared_buffers %.0f MiB",
            CLAIMS,
            PUBLISHED,
            UNSENT,
            stage.ask("SELECT pg_database_size(current_database())") / (1 << 30),
            stage.ask("SELECT pg_size_bytes(current_setting('shared_buffers'))") / (1 << 20));
    figures.note(size);
  }

  void round(Load load, Figures figures) throws SQLException {
    String intake = "intake, empty tables";
    figures.add(intake, rounds.intake(library.intake(), load), List.of());
    stage.returnToKept();
    figures.add("intake, tables in use", rounds.takeIn(library.intake(), load), List.of(intake));

    String relay = "relay, nothing published";
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
    figures.add("relay, tables in use", rate, List.of(relay));
  }
}
