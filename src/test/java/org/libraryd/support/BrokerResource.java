package org.libraryd.support;

import io.quarkus.test.common.QuarkusTestResourceLifecycleManager;
import java.util.List;
import java.util.Map;

/**
 * Gives each started application an empty broker: topics as libraryd expects them, no groups.
 *
 * <p>One broker process serves the whole test JVM. Its address is kept in a system property because
 * each application under test loads this class anew.
 */
public final class BrokerResource implements QuarkusTestResourceLifecycleManager {
  private static final String ADDRESS = "test.broker";
  private static final List<String> TOPICS =
      List.of(
          "libraryd.loan",
          "libraryd.loan.changed",
          "libraryd.loan.dlq",
          "libraryd.notice",
          "libraryd.audit");
  private static final int PARTITIONS = 3;

  @Override
  public Map<String, String> start() {
    String bootstrap = System.getProperty(ADDRESS);
    if (bootstrap == null) {
      bootstrap = BrokerProcess.start().bootstrap();
      System.setProperty(ADDRESS, bootstrap);
    }
    Topics.clear(bootstrap);
    Topics.create(bootstrap, TOPICS, PARTITIONS);
    return Map.of("kafka.bootstrap.servers", bootstrap);
  }

  @Override
  public void stop() {
    // The process ends with this JVM.
  }
}
