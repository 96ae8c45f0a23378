package org.libraryd.fault;

import static org.awaitility.Awaitility.await;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ConsumerGroupDescription;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.GroupState;
import org.apache.kafka.common.TopicPartition;
import org.flywaydb.core.Flyway;
import org.libraryd.model.Progress;

/** The broker and the database of one scenario, and what can be asked of them and waited for. */
abstract class Ground {

  static final String INTAKE = "libraryd-lifecycle";

  /** What part of its time a fault is held. */
  static final double PACE = Double.parseDouble(System.getProperty("pace", "1"));

  private static final List<String> GROUPS = List.of(INTAKE, "libraryd-notice", "libraryd-audit");

  static final Duration STEP = Duration.ofMinutes(3);

  private final Stage stage;
  private final Progress progress;
  private Store store;

  Ground(Stage stage, Store store) {
    this.stage = stage;
    this.store = store;
    this.progress = new Progress(stage.broker().bootstrap());
  }

  final Stage stage() {
    return stage;
  }

  final Store store() {
    return store;
  }

  final Progress progress() {
    return progress;
  }

  /** Asks the database for one number. */
  final long count(String sql) {
    try (Connection connection = store.open();
        Statement statement = connection.createStatement();
        ResultSet answer = statement.executeQuery(sql)) {
      answer.next();
      return answer.getLong(1);
    } catch (SQLException e) {
      throw new IllegalStateException(sql, e);
    }
  }

  /** Returns how many events have their effect in the database. */
  final long applied() {
    return count(
        "SELECT count(*) FROM consumed_event"
            + " WHERE consumer = 'loan-lifecycle' AND outcome = 'APPLIED'");
  }

  final void awaitApplied(long events) {
    await(events + " applied")
        .atMost(STEP)
        .pollDelay(Duration.ZERO)
        .pollInterval(Duration.ofMillis(10))
        .ignoreExceptions()
        .until(() -> applied() >= events);
  }

  /** Waits until the intake has committed all there is to read. */
  final void awaitCommitted() {
    await("all offsets are committed")
        .atMost(STEP)
        .until(() -> progress.lag(INTAKE, Stage.TOPICS.loan()) == 0);
  }

  /** Waits until the audit topic holds so many offsets, those of the broker's marks included. */
  final void awaitCopied(long offsets) {
    await(offsets + " offsets of copies")
        .atMost(STEP)
        .pollInterval(Duration.ofMillis(10))
        .until(() -> progress.written(Stage.TOPICS.audit()) >= offsets);
  }

  /** Waits until the group of each consumer has settled on so many members. */
  final void awaitMembers(int members) {
    try (Admin admin = stage.broker().admin()) {
      await(members + " members")
          .atMost(STEP)
          .ignoreExceptionsInstanceOf(ExecutionException.class)
          .until(
              () -> {
                Collection<ConsumerGroupDescription> groups =
                    admin.describeConsumerGroups(GROUPS).all().get().values();
                return groups.stream()
                    .allMatch(
                        group ->
                            group.groupState() == GroupState.STABLE
                                && group.members().size() == members);
              });
    }
  }

  /** Moves the intake's committed offsets back to the first records; no service may run. */
  final void rewind() {
    try (Admin admin = stage.broker().admin()) {
      Map<TopicPartition, OffsetAndMetadata> zero = new HashMap<>();
      progress
          .offsets(INTAKE, Stage.TOPICS.loan())
          .keySet()
          .forEach(
              partition ->
                  zero.put(
                      new TopicPartition(Stage.TOPICS.loan(), partition),
                      new OffsetAndMetadata(0)));
      await("the group is empty")
          .atMost(STEP)
          .ignoreExceptionsInstanceOf(ExecutionException.class)
          .until(() -> admin.alterConsumerGroupOffsets(INTAKE, zero).all().get() == null);
    }
  }

  /** Makes the tables before a service does. */
  final void migrate() {
    Flyway.configure()
        .dataSource(((PostgresStore) store).url(), null, null)
        .locations("classpath:db/migration/postgresql")
        .load()
        .migrate();
  }

  /** Ends the sessions that a killed service has left in the database. */
  final void terminateSessions() {
    count(
        "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity"
            + " WHERE datname = current_database() AND pid <> pg_backend_pid()");
  }

  /** Uses another database, in which nothing has been done yet. */
  void moveTo(Store other) {
    store = other;
  }

  /** Goes on with a copy of the database, as after a restore; no service may run. */
  void moveToCopy() {
    store = stage.copy((PostgresStore) store);
  }

  /** Leaves things as they are for a while; {@code -Dpace=0.5} halves it. */
  final void hold(Duration time) {
    long end = System.nanoTime() + (long) (time.toNanos() * PACE);
    await().atMost(time.plus(STEP)).until(() -> System.nanoTime() >= end);
  }
}
