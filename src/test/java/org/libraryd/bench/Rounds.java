package org.libraryd.bench;

import java.io.IOException;
import java.sql.SQLException;
import org.libraryd.model.Progress;
import org.postgresql.ds.PGSimpleDataSource;

/** One round of a contender, from empty tables and topics to a number of rows per second. */
final class Rounds {
  private final Stage stage;
  private final Verification verification;

  Rounds(Stage stage) {
    this.stage = stage;
    this.verification = new Verification(stage);
  }

  double seedIntake(Load load) throws SQLException, IOException {
    stage.clear();
    new FullLives(load.series()).send(stage.bootstrap(), load.all());
    try (SeedIntake seed = new SeedIntake(stage.url(), stage.bootstrap(), Stage.TOPICS.loan())) {
      seed.handle(load.all());
    }
    return Throughput.ofRows(stage.url(), "consumed_at", "seed.consumed_event", load.warmUp());
  }

  double intake(Contender contender, Load load) throws SQLException {
    stage.clear();
    double rate = takeIn(contender, load);
    verification.takenIn(load, load.all());
    return rate;
  }

  /** The intake on the tables as they are. */
  double takeIn(Contender contender, Load load) throws SQLException {
    String start = stage.now();
    new FullLives(load.series()).send(stage.bootstrap(), load.all());
    workOff(contender, Groups.LIFECYCLE);
    return Throughput.ofRows(
        stage.url(), "consumed_at", "consumed_event WHERE consumed_at > " + start, load.warmUp());
  }

  /** Copies of what was taken in before, which change nothing. */
  double takeInAgain(Contender contender, Load load) throws SQLException {
    stage.settle();
    new FullLives(load.series()).send(stage.bootstrap(), load.all());
    double rate;
    try (Progress progress = new Progress(stage.bootstrap());
        Positions positions = new Positions(stage.url())) {
      contender.workUntil(
          () -> {
            positions.look();
            return progress.lag(Groups.LIFECYCLE, Stage.TOPICS.loan()) == 0;
          });
      rate = positions.rate(load.all() + load.warmUp());
    }
    verification.takenIn(load, 2 * load.all());
    return rate;
  }

  double seedRelay(Load load) throws SQLException {
    stage.clear();
    OutboxRows.append(stage, load.series(), load.all());
    PGSimpleDataSource database = new PGSimpleDataSource();
    database.setUrl(stage.url());
    try (SeedRelay seed = new SeedRelay(database, stage.bootstrap())) {
      seed.drain();
    }
    return Throughput.ofRows(stage.url(), "published_at", "outbox", load.warmUp());
  }

  double relay(Contender contender, Load load) throws SQLException {
    stage.clear();
    OutboxRows.append(stage, load.series(), load.all());
    double rate = sendAll(contender, load.warmUp());
    verification.published("rows", load);
    return rate;
  }

  /** The relay on the tables as they are. */
  double sendAll(Contender contender, int warmUp) throws SQLException {
    String start = stage.now();
    contender.workUntil(this::allSent);
    return Throughput.ofRows(
        stage.url(), "published_at", "outbox WHERE published AND published_at > " + start, warmUp);
  }

  double audit(Contender contender, Load load) throws SQLException {
    stage.clear();
    new FullLives(load.series()).send(stage.bootstrap(), load.all());
    workOff(contender, Groups.AUDIT);
    verification.audited(load.all());
    return Throughput.ofTopic(stage.bootstrap(), Stage.TOPICS.audit(), load.warmUp());
  }

  /** Input to published, with relay, notice and audit at work on the same machine. */
  double whole(Contender contender, Load load) throws SQLException {
    stage.clear();
    new FullLives(load.series()).send(stage.bootstrap(), load.all());
    try (Progress progress = new Progress(stage.bootstrap())) {
      contender.workUntil(() -> isAtRest(progress));
    }
    verification.takenIn(load, load.all());
    verification.published("changes", load);
    verification.noticed();
    verification.audited(load.all());
    // All that is published from then on, as some of the warm-up's events still wait for it.
    return stage.ask(
        """
        SELECT count(*) / extract(epoch FROM max(published_at) - min(warm.since))
          FROM outbox, (SELECT consumed_at AS since FROM consumed_event
                         WHERE consumer = 'loan-lifecycle'
                         ORDER BY consumed_at OFFSET %d LIMIT 1) AS warm
         WHERE topic = '%s' AND published_at > warm.since
        """
            .formatted(load.warmUp(), Stage.TOPICS.changed()));
  }

  /**
   * Asks the broker, as a look at large tables would take from what is measured. Nothing is unsent
   * twice: before all changes are read, and after their notices were written.
   */
  boolean isAtRest(Progress progress) throws SQLException {
    return progress.lag(Groups.LIFECYCLE, Stage.TOPICS.loan()) == 0
        && progress.lag(Groups.AUDIT, Stage.TOPICS.loan()) == 0
        && allSent()
        && progress.lag(Groups.NOTICE, Stage.TOPICS.changed()) == 0
        && allSent();
  }

  private void workOff(Contender contender, String group) {
    try (Progress progress = new Progress(stage.bootstrap())) {
      contender.workUntil(() -> progress.lag(group, Stage.TOPICS.loan()) == 0);
    }
  }

  private boolean allSent() throws SQLException {
    // In the order of the index, or it is looked for in the whole table.
    return stage.ask(
            "SELECT count(*) FROM (SELECT FROM outbox WHERE NOT published"
                + " ORDER BY topic, shard, id LIMIT 1) AS one")
        == 0;
  }
}
