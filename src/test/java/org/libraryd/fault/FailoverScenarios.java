package org.libraryd.fault;

import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.libraryd.model.EventCorpus;
import org.libraryd.support.PostgresProcess;
import org.libraryd.support.TcpProxy;

/** A database whose place is taken by its standby. */
@Tag("faults")
class FailoverScenarios {

  @Scenario(id = "A22", fault = "moved to a read-only standby, promoted after 45 s")
  void writesGoOnAfterAFailover(Run run) {
    PostgresProcess primary = run.owns(PostgresProcess.startDurable());
    PostgresProcess standby = run.owns(primary.startStandby());
    primary.waitForStandby();
    TcpProxy net = run.owns(TcpProxy.before(primary.port()));
    String url = primary.createDatabase().replace(":" + primary.port(), ":" + net.port());
    run.moveTo(new PostgresStore(url, url));
    run.given(EventCorpus.generate(EventCorpus.seed(), 1_000, DatabaseScenarios.shape()));
    Service service = run.start(Run.SMALL_BATCHES).awaitReady();
    run.send();
    run.awaitShare(0.4);

    run.faultBegins();
    net.turnTo(standby.port());
    service.awaitReadiness(false);
    run.hold(Duration.ofSeconds(45));
    standby.promote();
    run.faultEnds();

    run.awaitRest();
    service.awaitReadiness(true);
  }
}
