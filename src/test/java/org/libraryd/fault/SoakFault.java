package org.libraryd.fault;

import java.time.Duration;
import java.util.function.Consumer;
import org.libraryd.fault.Strike.Place;
import org.libraryd.support.BrokerProcess;
import org.libraryd.support.PostgresProcess;
import org.libraryd.support.TcpProxy;
import org.libraryd.support.TcpProxy.Direction;

/** What goes wrong in a soak. Each ends what it began and starts again what it stopped. */
enum SoakFault {
  KILL(
      "instance killed",
      strike -> {
        Service one = strike.one();
        strike.during(one::kill, one::restart);
      }),
  KILL_ALL(
      "all instances killed",
      strike ->
          strike.during(
              () -> strike.run().services().forEach(Service::kill),
              () -> strike.run().services().forEach(Service::restart))),
  TERMINATE(
      "instance ended",
      strike -> {
        Service one = strike.one();
        strike.during(one::terminate, one::restart);
      }),
  FREEZE(
      "instance frozen",
      strike -> {
        Service one = strike.one();
        strike.during(one::freeze, one::thaw);
      }),
  FENCE(
      "forwarder fenced",
      strike -> {
        String id = "libraryd-loan-tx-" + strike.instance();
        strike.during(
            () -> OpenTransaction.fence(strike.stage().broker().bootstrap(), id), () -> {});
      }),
  /** The traffic opens and ends it, between two records. */
  OPEN_TRANSACTION("transaction of somebody else open", Strike::aside),

  DATABASE_STOP("database stopped", database(PostgresProcess::stop, PostgresProcess::restart)),
  DATABASE_KILL("database killed", database(PostgresProcess::kill, PostgresProcess::restart)),
  DATABASE_FREEZE("database frozen", database(PostgresProcess::pause, PostgresProcess::resume)),
  DATABASE_SESSIONS(
      "database sessions ended", strike -> strike.repeatedly(strike.run()::terminateSessions)),
  BROKER_STOP("broker stopped", broker(BrokerProcess::stop, BrokerProcess::restart)),
  BROKER_KILL("broker killed", broker(BrokerProcess::kill, BrokerProcess::restart)),
  BROKER_FREEZE("broker frozen", broker(BrokerProcess::pause, BrokerProcess::resume)),

  NET_SLOW(
      "network slow",
      strike -> {
        TcpProxy net = strike.net();
        Duration delay = strike.time(50, 300);
        strike.during(() -> net.delay(delay), net::heal);
      }),
  NET_SILENT(
      "network silent",
      strike -> {
        TcpProxy net = strike.net();
        Direction[] directions = strike.directions();
        strike.during(() -> net.clog(directions), net::heal);
      }),
  NET_SILENT_THEN_CUT(
      "network silent, then cut",
      strike -> {
        TcpProxy net = strike.net();
        Direction[] directions = strike.directions();
        strike.during(
            () -> net.clog(directions),
            () -> {
              net.cut();
              net.heal();
            });
      }),
  NET_CUT("connections reset", strike -> strike.repeatedly(strike.net()::cut)),
  NET_REFUSED(
      "connections refused",
      strike -> {
        TcpProxy net = strike.net();
        strike.during(net::refuse, net::heal);
      }),

  STATEMENTS_REFUSED(
      "statements refused",
      strike -> {
        Place place = strike.place();
        String state = strike.sqlState();
        int times = strike.number("times", 1, 20);
        strike.placed(sql -> sql.refuse(place.change(), place.table(), "true", state, times));
      }),
  COMMITS_REFUSED(
      "commits refused",
      strike -> {
        Place place = strike.place();
        String state = strike.sqlState();
        int times = strike.number("times", 1, 20);
        strike.placed(
            sql -> sql.refuseAtCommit(place.change(), place.table(), "true", state, times));
      }),
  STATEMENTS_SLOW(
      "statements slow",
      strike -> {
        Place place = strike.place();
        Duration time = strike.time(100, 2_000);
        strike.placed(sql -> sql.slow(place.change(), place.table(), Strike.FEW, time));
      }),
  COMMITS_SLOW(
      "commits slow",
      strike -> {
        Place place = strike.place();
        Duration time = strike.time(100, 2_000);
        strike.placed(sql -> sql.slowAtCommit(place.change(), place.table(), Strike.FEW, time));
      }),
  LOCKED_LOANS(
      "loans locked",
      strike -> {
        int loans = strike.number("loans", 1, 20);
        strike.locked(() -> RowLock.onOpenLoans(strike.run(), loans));
      }),
  LOCKED_SHARDS("relay locked", strike -> strike.locked(() -> RowLock.onRelays(strike.run())));

  private final String text;

  @SuppressWarnings("ImmutableEnumChecker") // Actions have no state.
  private final Consumer<Strike> action;

  SoakFault(String text, Consumer<Strike> action) {
    this.text = text;
    this.action = action;
  }

  void strike(Strike strike) {
    action.accept(strike);
  }

  @Override
  public String toString() {
    return text;
  }

  private static Consumer<Strike> database(
      Consumer<PostgresProcess> begin, Consumer<PostgresProcess> end) {
    return strike ->
        strike.during(
            () -> begin.accept(strike.stage().database()),
            () -> end.accept(strike.stage().database()));
  }

  private static Consumer<Strike> broker(
      Consumer<BrokerProcess> begin, Consumer<BrokerProcess> end) {
    return strike ->
        strike.during(
            () -> begin.accept(strike.stage().broker()), () -> end.accept(strike.stage().broker()));
  }
}
