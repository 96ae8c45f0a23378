package org.libraryd.consumer;

import jakarta.enterprise.context.ApplicationScoped;
import java.time.Clock;
import java.util.concurrent.Executor;
import org.libraryd.idempotency.IdempotentHandler;
import org.libraryd.wire.LoanEventDecoder;

/** Makes an {@link Intake} for each consumer. */
@ApplicationScoped
public class IntakeFactory {
  private final IntakeConfig config;
  private final IntakeMetrics metrics;
  private final RejectionLog rejections;
  private final WriteProbe probe;
  private final Stop stop;
  private final Clock clock;
  private final Executor executor;

  IntakeFactory(
      IntakeConfig config,
      IntakeMetrics metrics,
      RejectionLog rejections,
      WriteProbe probe,
      Stop stop,
      Clock clock,
      Executor executor) {
    this.config = config;
    this.metrics = metrics;
    this.rejections = rejections;
    this.probe = probe;
    this.stop = stop;
    this.clock = clock;
    this.executor = executor;
  }

  /** An intake that claims event ids under this consumer's name. */
  public Intake intakeFor(String consumer, IdempotentHandler handler, LoanEventDecoder decoder) {
    return new Intake(consumer, handler, decoder, this);
  }

  IntakeConfig config() {
    return config;
  }

  IntakeMetrics metrics() {
    return metrics;
  }

  RejectionLog rejections() {
    return rejections;
  }

  WriteProbe probe() {
    return probe;
  }

  Stop stop() {
    return stop;
  }

  Clock clock() {
    return clock;
  }

  /** What runs retries beside the channel. */
  Executor executor() {
    return executor;
  }
}
