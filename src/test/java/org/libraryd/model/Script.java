package org.libraryd.model;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.libraryd.model.Arrival.Content;
import org.libraryd.model.Arrival.Doomed;
import org.libraryd.model.Arrival.Event;
import org.libraryd.model.Arrival.Meaning;
import org.libraryd.model.Arrival.Refused;
import org.libraryd.model.Arrival.Source;

/**
 * A corpus that is written by hand: each record, what it means, and the verdict that its author
 * expects, which must be the model's too.
 */
public final class Script {

  private static final int PARKING_PER_LOAN = 100;
  private static final Instant OPENING = Instant.parse("2026-03-02T08:00:00Z");

  private final String topic;
  private final long[] offsets;
  private final ReferenceModel model = new ReferenceModel(PARKING_PER_LOAN);
  private final List<EventCorpus.Item> items = new ArrayList<>();
  private int ids;

  /** Begins with empty partitions. */
  public Script(String topic, int partitions) {
    this.topic = topic;
    this.offsets = new long[partitions];
  }

  /** The whole lives of loans, in three rounds and over all partitions. */
  public static Script lives(String topic, int partitions, int loans) {
    Script script = new Script(topic, partitions);
    for (Kind kind : List.of(Kind.CREATED, Kind.APPROVED, Kind.RETURNED)) {
      for (int loan = 0; loan < loans; loan++) {
        Draft next = Draft.of(script.event(kind, "life-" + loan));
        script.accepted(loan % partitions, next, Verdict.APPLIED);
      }
    }
    return script;
  }

  /** An event under a new id; a creation names book and member, others need not. */
  public Event event(Kind kind, String loanId) {
    return event("e-" + ids++, kind, loanId);
  }

  /** An event under a given id. */
  public Event event(String eventId, Kind kind, String loanId) {
    boolean named = kind == Kind.CREATED;
    return new Event(
        eventId,
        new Content(
            kind,
            loanId,
            named ? "B-1" : null,
            named ? "M-1" : null,
            OPENING.plusSeconds(items.size())));
  }

  /** Adds a record that is read as its event. */
  public Script accepted(int partition, Draft draft, Verdict expected) {
    return add(partition, draft, draft.event(), expected);
  }

  /** Adds a record that is no event, for the reason given by its label. */
  public Script refused(int partition, Draft draft, String reason) {
    return add(partition, draft, new Refused(reason), Verdict.rejected(reason));
  }

  /** Adds a record that is read as its event, and that the database will be made to refuse. */
  public Script doomed(int partition, Draft draft, String reason) {
    return add(partition, draft, new Doomed(draft.event(), reason), Verdict.rejected(reason));
  }

  /** Leaves out offsets that records or marks of others will take. */
  public Script skip(int partition, int count) {
    offsets[partition] += count;
    return this;
  }

  /** Adds the whole life of a loan, three plain events. */
  public Script life(int partition, String loanId) {
    return accepted(partition, Draft.of(event(Kind.CREATED, loanId)), Verdict.APPLIED)
        .accepted(partition, Draft.of(event(Kind.APPROVED, loanId)), Verdict.APPLIED)
        .accepted(partition, Draft.of(event(Kind.RETURNED, loanId)), Verdict.APPLIED);
  }

  /** Adds a well-formed creation of a fresh loan, which nothing before it may hinder. */
  public Script sentinel(int partition) {
    String loanId = "sentinel-" + items.size();
    return accepted(partition, Draft.of(event(Kind.CREATED, loanId)), Verdict.APPLIED);
  }

  private Script add(int partition, Draft draft, Meaning meaning, Verdict expected) {
    Arrival arrival = new Arrival(Source.of(partition, offsets[partition]++), meaning);
    Verdict verdict = model.deliver(arrival);
    if (!verdict.equals(expected)) {
      throw new IllegalArgumentException(
          arrival + " is " + verdict + " for the model, not " + expected);
    }
    items.add(new EventCorpus.Item(draft.on(topic, partition), arrival, verdict));
    return this;
  }

  /** Returns how many records there are by now. */
  public int length() {
    return items.size();
  }

  public EventCorpus corpus() {
    return new EventCorpus(0, items, model);
  }
}
