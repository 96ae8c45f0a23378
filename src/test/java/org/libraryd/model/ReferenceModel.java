package org.libraryd.model;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.libraryd.model.Arrival.Content;
import org.libraryd.model.Arrival.Doomed;
import org.libraryd.model.Arrival.Event;
import org.libraryd.model.Arrival.Ignored;
import org.libraryd.model.Arrival.Meaning;
import org.libraryd.model.Arrival.Refused;
import org.libraryd.model.Arrival.Source;
import org.libraryd.model.Verdict.Outcome;

/**
 * What the tables and topics must hold after a sequence of deliveries, handled one by one in order.
 *
 * <p>Slow and obvious on purpose. It knows no time, no batch and no database: a delivery either has
 * its whole effect or was not made.
 */
public final class ReferenceModel {

  /** A row of the loan table. */
  public record Loan(String loanId, String bookId, String memberId, Status status, int version) {}

  /** A row of consumed_event of the lifecycle consumer. */
  public record Claim(String eventId, Content content, Outcome outcome) {}

  /** The states of a stored dead letter. */
  public enum LetterStatus {
    PARKED,
    DEAD,
    REDRIVEN,
    DISCARDED
  }

  /**
   * A row of dead_letter.
   *
   * @param event what the record said, absent when it said nothing sensible
   * @param reason label of the last refusal, absent while it was never refused
   * @param attempts how often it turned to DEAD
   */
  public record DeadLetter(
      Source source,
      @Nullable Event event,
      @Nullable String reason,
      LetterStatus status,
      int attempts) {}

  /** A record that must leave on the change topic. */
  public record Changed(Content cause, String sourceEventId, Loan after) {}

  /** A record that must leave on the dead letter topic. */
  public record DeadLetterCopy(Source source, int attempt) {}

  private final int parkingPerLoan;
  private final Map<String, Loan> loans = new TreeMap<>();
  private final Map<String, Claim> claims = new TreeMap<>();
  private final Map<Source, DeadLetter> letters = new LinkedHashMap<>();
  private final Map<String, Set<Source>> places = new HashMap<>();
  private final Map<String, List<Changed>> changes = new TreeMap<>();
  private final List<DeadLetterCopy> copies = new ArrayList<>();

  /** Creates an empty library where at most {@code parkingPerLoan} events of a loan wait. */
  public ReferenceModel(int parkingPerLoan) {
    this.parkingPerLoan = parkingPerLoan;
  }

  /** Handles one delivery and returns what it must be counted as. */
  public Verdict deliver(Arrival arrival) {
    DeadLetter stored = letters.get(arrival.source());
    if (stored != null && stored.status() == LetterStatus.DISCARDED) {
      return Verdict.DUPLICATE;
    }
    Verdict verdict = judge(arrival);
    if (stored != null && stored.status() == LetterStatus.DEAD && verdict.isRejected()) {
      return Verdict.DUPLICATE;
    }
    if (verdict.isRejected()) {
      die(arrival.source(), said(arrival.meaning()), Objects.requireNonNull(verdict.reason()));
    } else if (arrival.meaning() instanceof Event event) {
      accept(arrival.source(), event, verdict);
    }
    return verdict;
  }

  /** The parking time of the record at {@code source} is over. */
  public void expire(Source source) {
    DeadLetter letter = letters.get(source);
    if (letter != null && letter.event() != null && letter.status() == LetterStatus.PARKED) {
      claims.remove(letter.event().eventId());
      die(source, letter.event(), "parking-expired");
    }
  }

  /** A person decides that the dead record at {@code source} stays without effect. */
  public void discard(Source source) {
    settle(Objects.requireNonNull(letters.get(source)), LetterStatus.DISCARDED);
  }

  private void settle(DeadLetter was, LetterStatus status) {
    keep(new DeadLetter(was.source(), was.event(), was.reason(), status, was.attempts()));
  }

  private static @Nullable Event said(Meaning meaning) {
    if (meaning instanceof Doomed doomed) {
      return doomed.event();
    }
    return meaning instanceof Event event ? event : null;
  }

  private Verdict judge(Arrival arrival) {
    if (arrival.meaning() instanceof Refused refused) {
      return Verdict.rejected(refused.reason());
    }
    if (arrival.meaning() instanceof Doomed doomed) {
      return Verdict.rejected(doomed.reason());
    }
    if (arrival.meaning() instanceof Ignored) {
      return Verdict.IGNORED;
    }
    Event event = (Event) arrival.meaning();
    Claim claim = claims.get(event.eventId());
    if (claim != null) {
      boolean same = claim.content().equals(event.content());
      return same ? Verdict.DUPLICATE : Verdict.rejected("id-reuse");
    }
    String loanId = event.content().loanId();
    Verdict verdict = LoanRules.judge(loans.get(loanId), event.content());
    boolean full = verdict.equals(Verdict.PARKED) && parked(loanId).size() >= parkingPerLoan;
    return full ? Verdict.rejected("parking-full") : verdict;
  }

  private void accept(Source source, Event event, Verdict verdict) {
    if (verdict.equals(Verdict.DUPLICATE)) {
      return;
    }
    claims.put(event.eventId(), new Claim(event.eventId(), event.content(), verdict.outcome()));
    DeadLetter stored = letters.get(source);
    if (stored != null) {
      // Replacing a value keeps its place: the order of arrival is that of the first delivery.
      boolean early = verdict.equals(Verdict.PARKED);
      settle(stored, early ? LetterStatus.PARKED : LetterStatus.REDRIVEN);
    } else if (verdict.equals(Verdict.PARKED)) {
      keep(new DeadLetter(source, event, null, LetterStatus.PARKED, 0));
    }
    if (verdict.equals(Verdict.APPLIED)) {
      change(event);
      releaseParked(event.content().loanId());
    }
  }

  private void change(Event event) {
    Content cause = event.content();
    Loan was = loans.get(cause.loanId());
    Status status = LoanRules.after(was, cause.kind());
    Loan now =
        was == null
            ? new Loan(
                cause.loanId(),
                Objects.requireNonNull(cause.bookId()),
                Objects.requireNonNull(cause.memberId()),
                status,
                1)
            : new Loan(was.loanId(), was.bookId(), was.memberId(), status, was.version() + 1);
    loans.put(now.loanId(), now);
    changes
        .computeIfAbsent(now.loanId(), id -> new ArrayList<>())
        .add(new Changed(cause, event.eventId(), now));
  }

  private void releaseParked(String loanId) {
    boolean moved = true;
    while (moved) {
      moved = parked(loanId).stream().anyMatch(this::leavesParking);
    }
  }

  private boolean leavesParking(DeadLetter letter) {
    Event event = Objects.requireNonNull(letter.event());
    Verdict verdict = LoanRules.judge(loans.get(event.content().loanId()), event.content());
    if (verdict.equals(Verdict.PARKED)) {
      return false;
    }
    if (verdict.isRejected()) {
      claims.remove(event.eventId());
      die(letter.source(), event, Objects.requireNonNull(verdict.reason()));
      return true;
    }
    if (letter.attempts() == 0) {
      letters.remove(letter.source());
      placesOf(event).remove(letter.source());
    } else {
      // A copy on its way to the dead letter topic still reads its bytes there.
      settle(letter, LetterStatus.REDRIVEN);
    }
    claims.put(event.eventId(), new Claim(event.eventId(), event.content(), verdict.outcome()));
    if (verdict.equals(Verdict.APPLIED)) {
      change(event);
    }
    return true;
  }

  private void die(Source source, @Nullable Event event, String reason) {
    DeadLetter stored = letters.get(source);
    int attempt = stored == null ? 1 : stored.attempts() + 1;
    keep(new DeadLetter(source, event, reason, LetterStatus.DEAD, attempt));
    copies.add(new DeadLetterCopy(source, attempt));
  }

  private void keep(DeadLetter letter) {
    letters.put(letter.source(), letter);
    if (letter.event() != null) {
      placesOf(letter.event()).add(letter.source());
    }
  }

  private Set<Source> placesOf(Event event) {
    return places.computeIfAbsent(event.content().loanId(), loan -> new LinkedHashSet<>());
  }

  /** Returns the events of a loan that wait, in order of arrival. */
  public List<DeadLetter> parked(String loanId) {
    return places.getOrDefault(loanId, Set.of()).stream()
        .map(place -> Objects.requireNonNull(letters.get(place)))
        .filter(letter -> letter.status() == LetterStatus.PARKED)
        .toList();
  }

  /** Returns the loan table by loan id. */
  public Map<String, Loan> loans() {
    return Collections.unmodifiableMap(loans);
  }

  /** Returns consumed_event of the lifecycle consumer by event id. */
  public Map<String, Claim> claims() {
    return Collections.unmodifiableMap(claims);
  }

  /** Returns dead_letter in order of arrival. */
  public List<DeadLetter> deadLetters() {
    return List.copyOf(letters.values());
  }

  /** Returns what must leave on the change topic, by loan, in order. */
  public Map<String, List<Changed>> changes() {
    return Collections.unmodifiableMap(changes);
  }

  /** Returns what must leave on the dead letter topic, in the order of the refusals. */
  public List<DeadLetterCopy> deadLetterCopies() {
    return List.copyOf(copies);
  }
}
