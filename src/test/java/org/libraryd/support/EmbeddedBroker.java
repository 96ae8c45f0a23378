package org.libraryd.support;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.ExecutionException;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.metadata.storage.Formatter;

/**
 * A real Kafka broker and controller in one JVM, on loopback, ready when it prints {@code READY}.
 *
 * <p>Arguments have the form {@code key=value}: {@code port} (0 or absent: a free one), {@code
 * data} (absent: a temporary directory; a given one keeps its records between starts), {@code
 * topic} ({@code name:partitions}, repeatable, created where missing) and {@code attached=true}
 * (ends with its parent process, however that one ends), and {@code proxied=<port>:<port>} (a
 * second listener whose clients are told the other port). Every other key is a broker setting.
 */
public final class EmbeddedBroker {
  /** What the line that announces the bootstrap address begins with. */
  static final String READY = "READY ";

  // A data directory is bound to the cluster id it was formatted with.
  private static final String CLUSTER_ID = "bGlicmFyeWQtbG9jYWwtMQ";
  private static final int NODE_ID = 1;

  private int port;
  private Path data = Path.of("");
  private boolean attached;
  private String listeners = "";
  private String advertised = "";
  private final List<NewTopic> topics = new ArrayList<>();
  private final Properties settings = new Properties();

  private EmbeddedBroker(String[] arguments) throws IOException {
    for (String argument : arguments) {
      int equals = argument.indexOf('=');
      accept(argument.substring(0, equals), argument.substring(equals + 1));
    }
    if (port == 0) {
      port = FreePort.find();
    }
    if (data.toString().isEmpty()) {
      data = Files.createTempDirectory("libraryd-kafka");
    }
  }

  /** Runs the broker until the process is ended. */
  public static void main(String[] arguments) {
    try {
      new EmbeddedBroker(arguments).run();
    } catch (Exception e) {
      e.printStackTrace();
      // Threads of a half-started server would keep the process.
      Runtime.getRuntime().halt(1);
    }
  }

  private void accept(String key, String value) {
    switch (key) {
      case "port" -> port = Integer.parseInt(value);
      case "data" -> data = Path.of(value);
      case "attached" -> attached = Boolean.parseBoolean(value);
      case "proxied" -> {
        int colon = value.indexOf(':');
        listeners = ",PROXIED://127.0.0.1:" + value.substring(0, colon);
        advertised = ",PROXIED://127.0.0.1:" + value.substring(colon + 1);
      }
      case "topic" -> {
        int colon = value.lastIndexOf(':');
        int partitions = Integer.parseInt(value.substring(colon + 1));
        topics.add(
            new NewTopic(value.substring(0, colon), Optional.of(partitions), Optional.empty()));
      }
      default -> settings.setProperty(key, value);
    }
  }

  private void run() throws Exception {
    if (attached) {
      endWithParent();
    }
    format();
    KafkaRaftServer server = new KafkaRaftServer(new KafkaConfig(configuration()), Time.SYSTEM);
    Runtime.getRuntime().addShutdownHook(new Thread(server::shutdown, "broker-shutdown"));
    server.startup();
    createTopics();
    System.out.println(READY + bootstrap());
    server.awaitShutdown();
  }

  private static void endWithParent() {
    ProcessHandle parent = ProcessHandle.current().parent().orElseThrow();
    var unused = parent.onExit().thenRun(() -> System.exit(0));
  }

  private void format() throws Exception {
    Files.createDirectories(data);
    new Formatter()
        .setPrintStream(new PrintStream(PrintStream.nullOutputStream()))
        .setClusterId(CLUSTER_ID)
        .setNodeId(NODE_ID)
        .setControllerListenerName("CONTROLLER")
        .setMetadataLogDirectory(data.toString())
        .setDirectories(List.of(data.toString()))
        .setIgnoreFormatted(true)
        .run();
  }

  private Properties configuration() {
    int controllerPort = FreePort.find();
    Properties all = new Properties();
    all.putAll(
        Map.ofEntries(
            Map.entry("process.roles", "broker,controller"),
            Map.entry("node.id", Integer.toString(NODE_ID)),
            Map.entry("controller.quorum.voters", NODE_ID + "@127.0.0.1:" + controllerPort),
            Map.entry("controller.listener.names", "CONTROLLER"),
            Map.entry(
                "listener.security.protocol.map",
                "CONTROLLER:PLAINTEXT,CLIENT:PLAINTEXT,PROXIED:PLAINTEXT"),
            Map.entry("inter.broker.listener.name", "CLIENT"),
            Map.entry(
                "listeners",
                "CLIENT://"
                    + bootstrap()
                    + ",CONTROLLER://127.0.0.1:"
                    + controllerPort
                    + listeners),
            Map.entry("advertised.listeners", "CLIENT://" + bootstrap() + advertised),
            Map.entry("log.dirs", data.toString()),
            Map.entry("auto.create.topics.enable", "false"),
            Map.entry("offsets.topic.num.partitions", "4"),
            Map.entry("offsets.topic.replication.factor", "1"),
            Map.entry("transaction.state.log.num.partitions", "4"),
            Map.entry("transaction.state.log.replication.factor", "1"),
            Map.entry("transaction.state.log.min.isr", "1"),
            Map.entry("share.coordinator.state.topic.replication.factor", "1"),
            Map.entry("share.coordinator.state.topic.min.isr", "1"),
            Map.entry("group.initial.rebalance.delay.ms", "0"),
            Map.entry("log.cleaner.dedupe.buffer.size", "2097152")));
    all.putAll(settings);
    return all;
  }

  private void createTopics() throws ExecutionException, InterruptedException {
    try (Admin admin =
        Admin.create(Map.of(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrap()))) {
      var present = admin.listTopics().names().get();
      admin
          .createTopics(topics.stream().filter(topic -> !present.contains(topic.name())).toList())
          .all()
          .get();
    }
  }

  private String bootstrap() {
    return "127.0.0.1:" + port;
  }
}
