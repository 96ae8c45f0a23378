package org.libraryd.support;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.utils.Utils;
import org.jspecify.annotations.Nullable;

/**
 * An {@link EmbeddedBroker} that keeps its port and its records over kill, pause and restart.
 *
 * <p>A broker is up within 60 s or the start fails with what it printed.
 */
public final class BrokerProcess implements AutoCloseable {
  private static final Duration START_TIME = Duration.ofMinutes(3);

  /** Up quickly, which is what a test waits for. */
  private static final List<String> QUICK =
      List.of("-Xmx384m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1");

  /** As Kafka's own script starts a broker: compiled for long runs. */
  private static final List<String> LASTING = List.of("-Xmx1g", "-XX:+UseG1GC");

  private final int port = FreePort.find();
  private final String name = "broker-" + port;
  private final Path data = Path.of("target", "kafka", name);
  private final List<String> jvm;
  private final List<String> settings;
  private final @Nullable TcpProxy proxy;
  private OsProcess process;

  private BrokerProcess(List<String> jvm, List<String> settings, @Nullable TcpProxy proxy) {
    this.jvm = jvm;
    this.settings = settings;
    this.proxy = proxy;
    this.process = launch();
  }

  /** Starts a broker with empty data; settings are broker settings as {@code key=value}. */
  public static BrokerProcess start(String... settings) {
    return new BrokerProcess(QUICK, List.of(settings), null);
  }

  /** Starts a broker that takes longer to start and less to do its work. */
  public static BrokerProcess startForLoad() {
    return new BrokerProcess(LASTING, List.of(), null);
  }

  /** Starts a broker that clients can also reach, in everything, through a proxy. */
  public static BrokerProcess startWithProxy(String... settings) {
    int inner = FreePort.find();
    TcpProxy proxy = TcpProxy.before(inner);
    List<String> all = new ArrayList<>(List.of(settings));
    all.add("proxied=" + inner + ":" + proxy.port());
    return new BrokerProcess(QUICK, all, proxy);
  }

  /** Returns the address for {@code bootstrap.servers}; the same after a restart. */
  public String bootstrap() {
    return "127.0.0.1:" + port;
  }

  /** Returns the proxy of a broker that was started with one. */
  public TcpProxy proxy() {
    return Objects.requireNonNull(proxy);
  }

  /** Returns the address for {@code bootstrap.servers} of clients that go through the proxy. */
  public String proxiedBootstrap() {
    return "127.0.0.1:" + proxy().port();
  }

  /** Starts the broker again on the same port with the records it has; a running one is ended. */
  public void restart() {
    stop();
    process = launch();
  }

  /** Ends the broker in good order. */
  public void stop() {
    if (process.isAlive()) {
      process.resume();
      process.terminate();
    }
  }

  /** Kills the broker (SIGKILL). */
  public void kill() {
    process.kill();
  }

  /** Freezes the broker (SIGSTOP). */
  public void pause() {
    process.pause();
  }

  /** Lets a frozen broker go on (SIGCONT). */
  public void resume() {
    process.resume();
  }

  /** Returns a new admin client; the caller closes it. */
  public Admin admin() {
    return Topics.admin(bootstrap());
  }

  /** Creates a topic with the given topic settings. */
  public void createTopic(String topic, int partitions, Map<String, String> topicSettings) {
    Topics.create(
        bootstrap(),
        List.of(
            new NewTopic(topic, Optional.of(partitions), Optional.empty()).configs(topicSettings)));
  }

  /** Creates topics with one number of partitions and the broker's defaults. */
  public void createTopics(Collection<String> topics, int partitions) {
    Topics.create(bootstrap(), topics, partitions);
  }

  /** Ends the broker and forgets its records. */
  @Override
  public void close() {
    if (proxy != null) {
      proxy.close();
    }
    process.kill();
    try {
      Utils.delete(data.toFile());
    } catch (IOException e) {
      throw new IllegalStateException("The broker's records stay", e);
    }
  }

  private OsProcess launch() {
    List<String> command = new ArrayList<>(List.of(OsProcess.java()));
    command.addAll(jvm);
    command.add("-Djava.util.logging.manager=org.jboss.logmanager.LogManager");
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.addAll(List.of(EmbeddedBroker.class.getName(), "attached=true"));
    command.addAll(List.of("port=" + port, "data=" + data));
    command.addAll(settings);
    OsProcess started = OsProcess.start(name, command, Map.of());
    await(name + " is ready")
        .atMost(START_TIME)
        .failFast(started::requireAlive)
        .until(() -> started.output().contains(EmbeddedBroker.READY + bootstrap()));
    return started;
  }
}
