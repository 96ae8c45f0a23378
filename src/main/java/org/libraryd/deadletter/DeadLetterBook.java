package org.libraryd.deadletter;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;
import org.libraryd.deadletter.DeadLetter.Status;
import org.libraryd.idempotency.Outcome;
import org.libraryd.idempotency.Verdict;
import org.libraryd.wire.Delivery;
import org.libraryd.wire.Fingerprint;
import org.libraryd.wire.Reason;

/**
 * The dead letters of one transaction, in memory: what the deliveries of a batch have stored
 * already, and what becomes of them. Written at once by {@link DeadLetters#write}.
 */
public final class DeadLetterBook {
  private record Coordinates(String topic, int partition, long offset) {
    static Coordinates of(ConsumerRecord<?, ?> source) {
      return new Coordinates(source.topic(), source.partition(), source.offset());
    }
  }

  private final String consumer;
  private final boolean redrive;
  private final Map<Coordinates, List<DeadLetter.Stored>> stored = new HashMap<>();
  private final Set<DeadLetter> touched = new LinkedHashSet<>();
  private final List<DeadLetter> died = new ArrayList<>();

  private DeadLetterBook(String consumer, boolean redrive) {
    this.consumer = consumer;
    this.redrive = redrive;
  }

  /** A book for deliveries. */
  static DeadLetterBook of(String consumer) {
    return new DeadLetterBook(consumer, false);
  }

  /** A book for the dead letters that a person redrives: those added to it, and no others. */
  static DeadLetterBook ofRedrive(String consumer) {
    return new DeadLetterBook(consumer, true);
  }

  void add(String topic, DeadLetter.Stored row) {
    stored
        .computeIfAbsent(
            new Coordinates(topic, row.partition(), row.offset()), key -> new ArrayList<>(1))
        .add(row);
  }

  /** The ids of the rows that were there, or are to be redriven. */
  public Set<String> rows() {
    return stored.values().stream()
        .flatMap(List::stream)
        .map(DeadLetter.Stored::id)
        .collect(Collectors.toUnmodifiableSet());
  }

  /**
   * Whether nothing is to be decided: a person decided that this record shall have no effect, or
   * somebody else has the row that was to be redriven.
   */
  public boolean closed(Delivery delivery) {
    DeadLetter.Stored row = storedRow(delivery);
    return row == null ? redrive : row.status() == Status.DISCARDED;
  }

  /** The record is too early: a row that was dead is parked anew. */
  public DeadLetter park(Delivery delivery) {
    DeadLetter letter = letter(delivery);
    letter.park();
    touched.add(letter);
    return letter;
  }

  /**
   * Lets the stored row follow the verdict.
   *
   * @return the verdict, or {@link Verdict#DUPLICATE} where a delivery is of a record that is dead
   *     already
   */
  public Verdict follow(Delivery delivery, Verdict verdict) {
    DeadLetter.Stored row = storedRow(delivery);
    boolean dead = row != null && row.status() == Status.DEAD;
    Reason reason = verdict.reason();
    if (reason != null) {
      if (dead && !redrive) {
        return Verdict.DUPLICATE;
      }
      die(letter(delivery), reason, verdict.detail());
    } else if (dead) {
      settle(letter(delivery), settled(verdict.outcome()));
    }
    return verdict;
  }

  /** What an outcome makes of a dead row; null where the row stays or has been parked. */
  private @Nullable Status settled(Outcome outcome) {
    return switch (outcome) {
      case APPLIED, UNCHANGED -> Status.REDRIVEN;
      case DUPLICATE -> redrive ? Status.REDRIVEN : null;
      case IGNORED -> redrive ? Status.DISCARDED : null;
      case PARKED, REJECTED -> null;
    };
  }

  private void settle(DeadLetter letter, @Nullable Status next) {
    if (next != null) {
      letter.settle(next);
      touched.add(letter);
    }
  }

  /** A parked event can never take effect, or has waited too long. */
  public void die(DeadLetter letter, Reason reason, @Nullable String detail) {
    letter.die(reason, detail);
    touched.add(letter);
    died.add(letter);
  }

  /**
   * A parked event has taken effect: its row goes, or stays as redriven where it was dead once,
   * since a copy on its way to the dead letter topic still reads its bytes there.
   */
  public void release(DeadLetter letter) {
    if (letter.attempts() > 0) {
      letter.settle(Status.REDRIVEN);
    } else {
      letter.release();
    }
    touched.add(letter);
  }

  Set<DeadLetter> touched() {
    return touched;
  }

  List<DeadLetter> died() {
    return died;
  }

  private DeadLetter letter(Delivery delivery) {
    DeadLetter.Stored row = storedRow(delivery);
    return row == null
        ? DeadLetter.fresh(consumer, delivery.source(), delivery.decoded())
        : DeadLetter.again(consumer, delivery.source(), delivery.decoded(), row);
  }

  private DeadLetter.@Nullable Stored storedRow(Delivery delivery) {
    List<DeadLetter.Stored> rows = stored.get(Coordinates.of(delivery.source()));
    if (rows == null) {
      return null;
    }
    String fingerprint = Fingerprint.of(delivery.source());
    return rows.stream()
        .filter(row -> row.fingerprint().equals(fingerprint))
        .findFirst()
        .orElse(null);
  }
}
