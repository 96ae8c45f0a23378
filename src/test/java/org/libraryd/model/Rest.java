package org.libraryd.model;

import java.util.List;
import java.util.function.LongSupplier;
import org.libraryd.model.ReferenceModel.Changed;

/** Tells when a service has nothing left to do with a corpus. */
public final class Rest {

  private static final String LIFECYCLE = "libraryd-lifecycle";
  private static final String NOTICE = "libraryd-notice";
  private static final String AUDIT = "libraryd-audit";

  private final Progress progress;
  private final TopicNames topics;
  private final LongSupplier unsent;
  private final long changes;
  private final long notices;
  private final long deadLetters;

  /**
   * Expects as many records as the model.
   *
   * @param unsent asks for the outbox rows that still have to go
   */
  public Rest(Progress progress, TopicNames topics, ReferenceModel model, LongSupplier unsent) {
    this.progress = progress;
    this.topics = topics;
    this.unsent = unsent;
    List<Changed> all = model.changes().values().stream().flatMap(List::stream).toList();
    changes = all.size();
    notices = all.stream().filter(change -> change.cause().kind().isNoticed()).count();
    deadLetters = model.deadLetterCopies().size();
  }

  /** Tells whether all is read and sent. Asks in the order of the flow, so that none slips by. */
  public boolean isReached() {
    return progress.lag(LIFECYCLE, topics.loan()) == 0
        && progress.written(topics.changed()) >= changes
        && progress.written(topics.deadLetter()) >= deadLetters
        && progress.lag(NOTICE, topics.changed()) == 0
        && progress.written(topics.notice()) >= notices
        && progress.lag(AUDIT, topics.loan()) == 0
        && progress.undecided(topics.audit()) == 0
        && unsent.getAsLong() == 0;
  }

  /** Says how far the service has come, as the broker sees it. */
  public String onBroker() {
    return String.format(
        "lag %d, changes %d of %d, dead letters %d of %d, notices %d of %d (lag %d), audit lag %d,"
            + " %d undecided",
        progress.lag(LIFECYCLE, topics.loan()),
        progress.written(topics.changed()),
        changes,
        progress.written(topics.deadLetter()),
        deadLetters,
        progress.written(topics.notice()),
        notices,
        progress.lag(NOTICE, topics.changed()),
        progress.lag(AUDIT, topics.loan()),
        progress.undecided(topics.audit()));
  }

  /** Returns how many changes must be on the topic in the end. */
  public long changes() {
    return changes;
  }
}
