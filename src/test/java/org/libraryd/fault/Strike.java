package org.libraryd.fault;

import java.time.Duration;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import java.util.function.Supplier;
import org.libraryd.fault.SqlFaults.Change;
import org.libraryd.fault.SqlFaults.Fault;
import org.libraryd.support.TcpProxy;
import org.libraryd.support.TcpProxy.Direction;

/** One fault of a soak while it happens: whom it hits, as its seed has it, and for how long. */
final class Strike {

  /** A condition on few rows: one batch waits for as many times as it has of them. */
  static final String FEW = "random() < 0.02";

  private static final List<Place> PLACES =
      List.of(
          new Place(Change.INSERT, "consumed_event"),
          new Place(Change.INSERT, "loan"),
          new Place(Change.UPDATE, "loan"),
          new Place(Change.INSERT, "dead_letter"),
          new Place(Change.INSERT, "outbox"),
          new Place(Change.UPDATE, "outbox"),
          new Place(Change.UPDATE, "intake_position"));

  /** What has to be tried again: states of the database, of its locks, and one of no known kind. */
  private static final List<String> STATES =
      List.of("40001", "40P01", "55P03", "57014", "57P01", "08006", "53200", "25006", "XX000");

  private static final DateTimeFormatter SECONDS = DateTimeFormatter.ofPattern("HH:mm:ss");
  private static final Duration PAUSE = Duration.ofSeconds(2);

  /** A kind of change that can be made to fail. */
  record Place(Change change, String table) {

    @Override
    public String toString() {
      return change + " " + table;
    }
  }

  private final Run run;
  private final Traffic traffic;
  private final SqlFaults sql;
  private final SoakPlan.Entry entry;
  private final Random random;
  private final List<String> details = new ArrayList<>();

  Strike(Run run, Traffic traffic, SqlFaults sql, SoakPlan.Entry entry) {
    this.run = run;
    this.traffic = traffic;
    this.sql = sql;
    this.entry = entry;
    this.random = new Random(entry.seed());
  }

  Run run() {
    return run;
  }

  Stage stage() {
    return run.stage();
  }

  /** Draws the number of an instance, from 1. */
  int instance() {
    return number("instance", 1, run.services().size());
  }

  Service one() {
    return run.services().get(instance() - 1);
  }

  TcpProxy net() {
    boolean first = random.nextBoolean();
    details.add(first ? "to the database" : "to the broker");
    return first ? stage().databaseNet() : stage().brokerNet();
  }

  Direction[] directions() {
    return pick(List.of(
            List.of(Direction.TO_SERVER),
            List.of(Direction.TO_CLIENT),
            List.of(Direction.values())))
        .toArray(Direction[]::new);
  }

  Place place() {
    return pick(PLACES);
  }

  String sqlState() {
    return pick(STATES);
  }

  int number(String what, int from, int to) {
    int drawn = from + random.nextInt(to - from + 1);
    details.add(what + " " + drawn);
    return drawn;
  }

  Duration time(int fromMillis, int toMillis) {
    return Duration.ofMillis(number("ms", fromMillis, toMillis));
  }

  /** Lets it be there for its time. */
  void during(Runnable begin, Runnable end) {
    announce();
    begin.run();
    run.hold(entry.length());
    end.run();
  }

  /** Does it again and again for its time. */
  void repeatedly(Runnable action) {
    announce();
    long end = System.nanoTime() + entry.length().toNanos();
    while (System.nanoTime() < end) {
      action.run();
      run.hold(PAUSE);
    }
  }

  /** Holds a lock for its time. */
  void locked(Supplier<RowLock> lock) {
    announce();
    RowLock held = lock.get();
    run.hold(entry.length());
    held.close();
  }

  /** Has a fault in the tables for its time. */
  void placed(Function<SqlFaults, Fault> place) {
    announce();
    Fault placed = place.apply(sql);
    run.hold(entry.length());
    placed.remove();
  }

  /** Waits while the traffic does it. */
  void aside() {
    details.add("partition " + entry.partition());
    announce();
    traffic.awaitSent(entry.to() + 1);
  }

  private <T> T pick(List<T> values) {
    T drawn = values.get(random.nextInt(values.size()));
    details.add(drawn.toString());
    return drawn;
  }

  private void announce() {
    System.out.printf(
        "%s %7d records sent, fault %d: %s, %.0f s, %s%n",
        LocalTime.now(ZoneId.systemDefault()).format(SECONDS),
        traffic.sent(),
        entry.number(),
        entry.fault(),
        entry.length().toMillis() / 1000.0,
        String.join(", ", details));
  }
}
