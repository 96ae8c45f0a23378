package org.libraryd.fault;

import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.NewTopic;
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

  private final PostgresProcess database = PostgresProcess.startDurable();
  private final BrokerProcess broker = BrokerProcess.startWithProxy();
  private final TcpProxy databaseProxy = TcpProxy.before(database.port());

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

  /** Creates an empty database. */
  Store newStore() {
    String url = database.createDatabase();
    return new PostgresStore(
        url, url.replace(":" + database.port() + "/", ":" + databaseProxy.port() + "/"));
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
    databaseProxy.close();
    broker.close();
    database.close();
  }
}
