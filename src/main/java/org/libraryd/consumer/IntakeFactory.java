package org.libraryd.consumer;

import jakarta.enterprise.context.ApplicationScoped;
import java.time.Clock;
import java.util.concurrent.Executor;
import org.eclipse.microprofile.config.Config;
import org.libraryd.idempotency.IdempotentHandler;
import org.libraryd.trace.MessageSpans;
import org.libraryd.wire.LoanEventDecoder;

/** Makes an {@link Intake} for each consumer. */
@ApplicationScoped
public class IntakeFactory {
  private final IntakeConfig config;
  private final IntakeMetrics metrics;
  private final RejectionLog rejections;
  private final MessageSpans spans;
  private final WriteProbe probe;
  private final Stop stop;
  private final Clock clock;
  private final Executor executor;
  private final PositionBook positions;
  private final Config settings;

  IntakeFactory(
      IntakeConfig config,
      IntakeMetrics metrics,
      RejectionLog rejections,
      MessageSpans spans,
      WriteProbe probe,
      Stop stop,
      Clock clock,
      Executor executor,
      PositionBook positions,
      Config settings) {
    this.config = config;
    this.metrics = metrics;
    this.rejections = rejections;
    this.spans = spans;
    this.probe = probe;
    this.stop = stop;
    this.clock = clock;
    this.executor = executor;
    this.positions = positions;
    this.settings = settings;
  }

  /** An intake of a channel's records that claims event ids under this consumer's name. */
  public Intake intakeFor(
      String channel, String consumer, IdempotentHandler handler, LoanEventDecoder decoder) {
    IntakeSource source =
        new IntakeSource(
            consumer, channel, setting(channel, "topic"), setting(channel, "group.id"));
    return new Intake(source, handler, decoder, this);
  }

  private String setting(String channel, String name) {
    return settings.getValue("mp.messaging.incoming." + channel + "." + name, String.class);
  }

  PositionBook positions() {
    return positions;
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

  MessageSpans spans() {
    return spans;
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
