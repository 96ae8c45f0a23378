package org.libraryd.health;

import io.quarkus.scheduler.Scheduled;
import io.quarkus.scheduler.Scheduled.ConcurrentExecution;
import jakarta.inject.Singleton;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DescribeClusterOptions;

/** Asks the broker for its nodes. */
@Singleton
public class BrokerProbe extends Probe {
  private static final int TIMEOUT_MILLIS = 4_000;

  private final Admin admin;

  public BrokerProbe(Admin admin, BrokerPulse pulse) {
    super("broker", pulse);
    this.admin = admin;
  }

  @Scheduled(
      identity = "broker-probe",
      every = "5s",
      concurrentExecution = ConcurrentExecution.SKIP)
  void onSchedule() throws InterruptedException {
    runOnce();
  }

  @Override
  void call() throws Exception {
    admin
        .describeCluster(new DescribeClusterOptions().timeoutMs(TIMEOUT_MILLIS))
        .nodes()
        .get(TIMEOUT_MILLIS + 1_000, TimeUnit.MILLISECONDS);
  }
}
