package org.libraryd.startup;

import io.quarkus.scheduler.Scheduler;
import io.smallrye.reactive.messaging.ChannelRegistry;
import io.smallrye.reactive.messaging.PausableChannel;
import jakarta.inject.Singleton;
import org.libraryd.relay.RelayLoop;

/** Lets the records in and the outbox out, and starts the schedules. */
@Singleton
class PipelineStep implements StartStep {
  private final ChannelRegistry channels;
  private final RelayLoop relay;
  private final Scheduler scheduler;

  PipelineStep(ChannelRegistry channels, RelayLoop relay, Scheduler scheduler) {
    this.channels = channels;
    this.relay = relay;
    this.scheduler = scheduler;
  }

  @Override
  public String name() {
    return "the channels";
  }

  @Override
  public void attempt() {
    for (String channel : channels.getIncomingNames()) {
      PausableChannel pausable = channels.getPausable(channel);
      if (pausable != null && pausable.isPaused()) {
        pausable.resume();
      }
    }
    relay.start();
    scheduler.resume();
  }
}
