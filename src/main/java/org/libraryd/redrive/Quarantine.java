package org.libraryd.redrive;

import io.quarkus.runtime.Startup;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Event;
import java.util.List;
import java.util.function.Consumer;
import org.libraryd.outbox.OutboxAppended;
import org.libraryd.redrive.RedriveReport.Result;

/**
 * Lets the lanes of quarantined outbox rows go on, in their order: with the row, which is sent
 * again, or without it. Each row once however many ask at the same time.
 *
 * <p>Each request is one transaction. A row that is given up stays in the table, with the reason
 * and the time, for the record: it is never sent and never pruned.
 */
@Startup // Nobody here injects it.
@ApplicationScoped
public class Quarantine {
  private final QuarantineRepository outbox;
  private final RedriveTransaction transaction;
  private final Event<OutboxAppended> wakeUp;
  private final RedriveLog log;

  Quarantine(
      QuarantineRepository outbox,
      RedriveTransaction transaction,
      Event<OutboxAppended> wakeUp,
      RedriveLog log) {
    this.outbox = outbox;
    this.transaction = transaction;
    this.wakeUp = wakeUp;
    this.log = log;
  }

  /**
   * Sends quarantined rows again; one that the broker still refuses is quarantined anew.
   *
   * @throws RuntimeException if the database fails; nothing is changed then
   */
  public RedriveReport<QuarantinedRow> redrive(QuarantineFilter filter, RedriveOptions options) {
    return settle(
        "Quarantined rows released", filter, options, outbox::release, RedriveOutcome.RELEASED);
  }

  /**
   * Gives quarantined rows up: they are never sent.
   *
   * @throws RuntimeException if the database fails; nothing is changed then
   */
  public RedriveReport<QuarantinedRow> discard(QuarantineFilter filter, RedriveOptions options) {
    return settle(
        "Quarantined rows given up", filter, options, outbox::giveUp, RedriveOutcome.GIVEN_UP);
  }

  private RedriveReport<QuarantinedRow> settle(
      String what,
      QuarantineFilter filter,
      RedriveOptions options,
      Consumer<List<QuarantinedRow>> change,
      RedriveOutcome outcome) {
    List<QuarantinedRow> rows =
        transaction.run(
            options.dryRun(),
            () -> {
              List<QuarantinedRow> mine = outbox.lock(filter);
              change.accept(mine);
              wakeUp.fire(new OutboxAppended());
              return mine;
            });
    return log.told(
        what,
        options.dryRun(),
        new RedriveReport<>(
            rows.stream().map(row -> new Result<>(row, outcome, row.reason())).toList()));
  }
}
