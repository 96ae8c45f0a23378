package org.libraryd.consumer;

import java.time.Clock;
import java.util.HashSet;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jboss.logging.Logger;
import org.libraryd.health.Causes;
import org.libraryd.idempotency.AppliedBefore;
import org.libraryd.wire.Reason;

/** Tries deliveries alone; one that fails too long while others are written is rejected. */
final class LoneIntake {
  private static final Logger LOG = Logger.getLogger(LoneIntake.class);

  private final String consumer;
  private final Commit commit;
  private final IntakeConfig config;
  private final IntakeMetrics metrics;
  private final WriteProbe probe;
  private final Stop stop;
  private final Clock clock;

  LoneIntake(String consumer, Commit commit, IntakeFactory factory) {
    this.consumer = consumer;
    this.commit = commit;
    this.config = factory.config();
    this.metrics = factory.metrics();
    this.probe = factory.probe();
    this.stop = factory.stop();
    this.clock = factory.clock();
  }

  /**
   * Tries a delivery.
   *
   * @return whether it has an outcome; false where it is to be tried later
   */
  boolean settle(LoneDelivery lone) {
    Set<AppliedBefore> known = new HashSet<>();
    BackOff backOff = new BackOff(config, stop);
    while (true) {
      try {
        commit.run(lone.deliveries().knowing(known));
        return true;
      } catch (StoppedException e) {
        throw e;
      } catch (RuntimeException failure) {
        switch (FailureKind.of(failure)) {
          case APPLIED_BEFORE -> known.addAll(FailureKind.appliedBefore(failure));
          case AVAILABILITY -> {
            RejectionLog.fields(lone.delivery(), null)
                .around(
                    () ->
                        LOG.warnf(
                            "%s: a record will be tried again: %s",
                            consumer, Causes.describe(failure)));
            backOff.pause();
          }
          case DATA -> {
            if (!lone.refusedByDatabase()) {
              failsAlone(lone, failure);
              return false;
            }
          }
          case STALE_READ -> lone.missed();
          case CONTENTION -> {
            metrics.contention();
            if (!isStuck(lone)) {
              failsAlone(lone, failure);
              return false;
            }
            lone.reject(Reason.STUCK, "Failed alone for " + config.stuckAfter());
          }
        }
      }
    }
  }

  private boolean isStuck(LoneDelivery lone) {
    return !lone.isRejected()
        && lone.failingFor(clock.instant()).compareTo(config.stuckAfter()) >= 0
        && probe.succeeds();
  }

  private void failsAlone(LoneDelivery lone, RuntimeException failure) {
    ConsumerRecord<?, ?> source = lone.delivery().source();
    RejectionLog.fields(lone.delivery(), null)
        .around(
            () ->
                LOG.debugf(
                    failure,
                    "%s: %s-%d@%d fails alone and will be tried again",
                    consumer,
                    source.topic(),
                    source.partition(),
                    source.offset()));
  }
}
