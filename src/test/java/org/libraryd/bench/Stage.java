package org.libraryd.bench;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.flywaydb.core.Flyway;
import org.libraryd.model.TopicNames;
import org.libraryd.support.BrokerProcess;
import org.libraryd.support.PostgresProcess;
import org.libraryd.support.Topics;

/** A real broker, and a PostgreSQL whose acknowledged commits are on the disk. */
final class Stage implements AutoCloseable {
  static final TopicNames TOPICS = TopicNames.STANDARD;

  /** A topic that stays empty, for consumers that shall have nothing to do. */
  static final String EMPTY_TOPIC = "libraryd.empty";

  private static final int PARTITIONS = 3;

  /**
   * What is usual on a server of 16 GiB: a quarter of it for pages, and room for the log, so that
   * checkpoints come by time and not by load. It holds the key of 20,000,000 claims.
   */
  private static final Map<String, String> SETTINGS =
      Map.of("shared_buffers", "4GB", "max_wal_size", "8GB", "checkpoint_timeout", "15min");

  private final PostgresProcess server = PostgresProcess.startDurable(SETTINGS);
  private final BrokerProcess broker = BrokerProcess.startForLoad();
  private String url = "";
  private String kept = "";

  /** Leaves empty topics and a new database with empty tables; only a kept database survives. */
  void clear() throws SQLException {
    clearTopics();
    url = server.createDatabase();
    Flyway.configure()
        .dataSource(url, null, null)
        .locations("classpath:db/migration/postgresql")
        .load()
        .migrate();
    dropOthers();
    settle();
  }

  /** Has the present database survive, to be returned to. */
  void keep() {
    kept = url;
  }

  /** Leaves empty topics and the tables of the kept database, which has forgotten its offsets. */
  void returnToKept() throws SQLException {
    clearTopics();
    url = kept;
    dropOthers();
    execute("DELETE FROM intake_position");
    settle();
  }

  private void clearTopics() {
    Topics.clear(bootstrap());
    broker.createTopics(
        List.of(
            TOPICS.loan(),
            TOPICS.changed(),
            TOPICS.notice(),
            TOPICS.audit(),
            TOPICS.deadLetter(),
            EMPTY_TOPIC),
        PARTITIONS);
  }

  /** Writes to the disk what is not there yet, so that no contender pays for what was before. */
  void settle() throws SQLException {
    execute("CHECKPOINT");
  }

  String bootstrap() {
    return broker.bootstrap();
  }

  String url() {
    return url;
  }

  void execute(String sql) throws SQLException {
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  /** The database's clock, as a literal of SQL. */
  String now() throws SQLException {
    double seconds = ask("SELECT extract(epoch FROM clock_timestamp())");
    return String.format(Locale.ROOT, "to_timestamp(%.6f)", seconds);
  }

  /** Asks a question that has one number as its answer. */
  double ask(String sql) throws SQLException {
    return Double.parseDouble(text(sql));
  }

  /** Asks a question that has one text as its answer. */
  String text(String sql) throws SQLException {
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement();
        ResultSet answer = statement.executeQuery(sql)) {
      answer.next();
      return answer.getString(1);
    }
  }

  @Override
  public void close() {
    broker.close();
    server.close();
  }

  private void dropOthers() throws SQLException {
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement();
        Statement drop = connection.createStatement();
        ResultSet others =
            statement.executeQuery(
                "SELECT datname FROM pg_database"
                    + " WHERE datname LIKE 'test%' AND datname <> current_database()")) {
      while (others.next()) {
        String other = others.getString(1);
        if (!kept.contains("/" + other + "?")) {
          drop.execute("DROP DATABASE " + other + " WITH (FORCE)");
        }
      }
    }
  }
}
