package org.libraryd.fault;

import static org.awaitility.Awaitility.await;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.config.ConfigResource;
import org.jspecify.annotations.Nullable;
import org.libraryd.deploy.BrokerUser;
import org.libraryd.model.TopicNames;
import org.libraryd.support.BrokerProcess;
import org.libraryd.support.PostgresProcess;
import org.libraryd.support.TcpProxy;
import org.libraryd.support.Topics;

/**
 * A real broker and a PostgreSQL whose acknowledged commits are on the disk, each behind a proxy
 * that only the service goes through. One is enough for all scenarios of a run.
 */
final class Stage implements AutoCloseable {
  static final TopicNames TOPICS = TopicNames.STANDARD;
  static final List<String> ALL_TOPICS =
      List.of(
          TOPICS.loan(), TOPICS.changed(), TOPICS.notice(), TOPICS.audit(), TOPICS.deadLetter());

  private static final Duration LIMIT = Duration.ofSeconds(30);

  private final PostgresProcess database;
  private final TcpProxy databaseProxy;
  private final BrokerProcess broker;
  private @Nullable Stage secured;

  Stage() {
    database = PostgresProcess.startDurable();
    databaseProxy = TcpProxy.before(database.port());
    broker = BrokerProcess.startWithProxy();
  }

  private Stage(Stage other, BrokerProcess broker) {
    database = other.database;
    databaseProxy = other.databaseProxy;
    this.broker = broker;
  }

  /** Returns a stage with the same database and a broker that grants only what it must. */
  Stage secured() {
    if (secured == null) {
      secured = new Stage(this, BrokerUser.startBroker());
    }
    return secured;
  }

  /** Leaves a broker without groups and with empty topics, and no fault in the network. */
  void clear(int partitions, Map<String, String> topicSettings) {
    databaseProxy.heal();
    broker.proxy().heal();
    Topics.clear(broker.bootstrap());
    Topics.create(
        broker.bootstrap(),
        ALL_TOPICS.stream()
            .map(name -> new NewTopic(name, partitions, (short) 1).configs(topicSettings))
            .toList());
  }

  /** Makes a topic anew, without its records. */
  void recreate(String topic, int partitions, Map<String, String> settings) {
    if (topics().contains(topic)) {
      delete(topic);
    }
    broker.createTopic(topic, partitions, settings);
  }

  /** Deletes a topic and returns when it is gone. */
  void delete(String topic) {
    try (Admin admin = broker.admin()) {
      admin.deleteTopics(List.of(topic));
      await(topic + " is gone").atMost(LIMIT).until(() -> !topics().contains(topic));
    }
  }

  /** Changes one setting of a topic. */
  void configure(String topic, String key, String value) {
    try (Admin admin = broker.admin()) {
      AlterConfigOp change =
          new AlterConfigOp(new ConfigEntry(key, value), AlterConfigOp.OpType.SET);
      await("the setting is changed")
          .atMost(LIMIT)
          .until(
              () ->
                  admin
                          .incrementalAlterConfigs(
                              Map.of(
                                  new ConfigResource(ConfigResource.Type.TOPIC, topic),
                                  List.of(change)))
                          .all()
                          .get()
                      == null);
    }
  }

  /** Returns the topics there are, internal ones left out. */
  Set<String> topics() {
    try (Admin admin = broker.admin()) {
      return admin.listTopics().names().get();
    } catch (ExecutionException e) {
      throw new IllegalStateException(e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /** Creates an empty database. */
  PostgresStore newStore() {
    String url = database.createDatabase();
    return new PostgresStore(
        url, url.replace(":" + database.port() + "/", ":" + databaseProxy.port() + "/"));
  }

  /** Copies a database that nobody uses at the moment. */
  PostgresStore copy(PostgresStore original) {
    PostgresStore empty = newStore();
    String name = databaseOf(empty);
    await("the database is copied")
        .atMost(LIMIT)
        .ignoreExceptionsInstanceOf(SQLException.class)
        .until(
            () -> {
              try (Connection connection =
                      DriverManager.getConnection(
                          original.url().replace(databaseOf(original), "postgres"));
                  Statement statement = connection.createStatement()) {
                statement.execute("DROP DATABASE IF EXISTS " + name);
                statement.execute("CREATE DATABASE " + name + " TEMPLATE " + databaseOf(original));
              }
              return true;
            });
    return empty;
  }

  private static String databaseOf(PostgresStore store) {
    String url = store.url();
    return url.substring(url.lastIndexOf('/') + 1, url.indexOf('?'));
  }

  BrokerProcess broker() {
    return broker;
  }

  PostgresProcess database() {
    return database;
  }

  /** The network between service and database. */
  TcpProxy databaseNet() {
    return databaseProxy;
  }

  /** The network between service and broker. */
  TcpProxy brokerNet() {
    return broker.proxy();
  }

  @Override
  public void close() {
    if (secured != null) {
      secured.broker.close();
    }
    databaseProxy.close();
    broker.close();
    database.close();
  }
}
