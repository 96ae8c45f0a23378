package org.libraryd.health;

import java.time.Duration;
import org.jboss.logging.Logger;

/**
 * Calls an outside system when no call has succeeded for {@link #QUIET}, and says in the log when
 * the system goes away and when it is back, once each.
 */
abstract class Probe {
  static final Duration QUIET = Duration.ofSeconds(4);
  private static final Logger LOG = Logger.getLogger(Probe.class);

  private final String system;
  private final Pulse pulse;
  private String trouble = "it does not answer";
  private boolean away;

  Probe(String system, Pulse pulse) {
    this.system = system;
    this.pulse = pulse;
  }

  /** The cheapest call that proves the system does its work; bounded to about five seconds. */
  abstract void call() throws Exception;

  final void runOnce() throws InterruptedException {
    if (pulse.sinceSuccess().compareTo(QUIET) >= 0) {
      pulse.attempted();
      try {
        call();
        pulse.succeeded();
      } catch (InterruptedException e) {
        throw e;
      } catch (Exception e) {
        trouble = Causes.describe(e);
      }
    }
    tell();
  }

  private void tell() {
    boolean awayNow = pulse.failingFor().compareTo(PulseReadiness.PATIENCE) >= 0;
    if (awayNow && !away) {
      LOG.warnf("Not ready, the %s is away; it is tried until it is back: %s", system, trouble);
    } else if (away && !awayNow) {
      LOG.infof("The %s is back", system);
    }
    away = awayNow;
  }
}
