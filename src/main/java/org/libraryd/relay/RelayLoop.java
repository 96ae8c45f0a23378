package org.libraryd.relay;

import io.quarkus.runtime.ShutdownEvent;
import jakarta.annotation.Priority;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.event.TransactionPhase;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.libraryd.outbox.OutboxAppended;

/**
 * Runs rounds while the process is started, from the commit that wrote outbox rows on: by one
 * worker, and by a second one while there is much to send, so that one sends while the other reads
 * and marks.
 */
@ApplicationScoped
public class RelayLoop {
  private static final int WORKERS = 2;
  private static final Duration LONGEST_ROUND = Duration.ofSeconds(20);

  private final OutboxRelay relay;
  private final RelayConfig config;
  private volatile List<RelayWorker> workers = List.of();

  RelayLoop(OutboxRelay relay, RelayConfig config) {
    this.relay = relay;
    this.config = config;
  }

  /** Starts the rounds, unless they run already or {@code libraryd.relay.enabled} is false. */
  public synchronized void start() {
    if (workers.isEmpty() && config.enabled()) {
      workers = IntStream.range(0, WORKERS).mapToObj(this::worker).toList();
      workers.forEach(RelayWorker::start);
    }
  }

  /** Stops after the running rounds. */
  public synchronized void stop() {
    List<RelayWorker> stopped = workers;
    workers = List.of();
    stopped.forEach(RelayWorker::stop);
    try {
      for (RelayWorker worker : stopped) {
        worker.join(LONGEST_ROUND);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  public boolean isRunning() {
    return !workers.isEmpty();
  }

  void onAppended(@Observes(during = TransactionPhase.AFTER_SUCCESS) OutboxAppended appended) {
    workers.stream().limit(1).forEach(RelayWorker::wake);
  }

  // Before the channels are closed, so that the last round still has its producer.
  void onShutdown(@Observes @Priority(1) ShutdownEvent event) {
    stop();
  }

  private RelayWorker worker(int number) {
    Share share = new Share(number, WORKERS);
    return new RelayWorker("outbox-relay-" + (number + 1), () -> runOnce(share), config.interval());
  }

  private OutboxRelay.Summary runOnce(Share share) {
    OutboxRelay.Summary round = relay.runOnce(share);
    if (round.much() && share.worker() == 0) {
      workers.stream().skip(1).forEach(RelayWorker::wake);
    }
    return round;
  }
}
