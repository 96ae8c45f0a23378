package org.libraryd.deadletter;

import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;
import org.libraryd.outbox.DerivedId;
import org.libraryd.wire.Decoded;
import org.libraryd.wire.Delivery;
import org.libraryd.wire.Fingerprint;
import org.libraryd.wire.LoanEvent;
import org.libraryd.wire.Reason;

/** A row of dead_letter on its way through one transaction; not shared between threads. */
public final class DeadLetter {
  /** Where a row stands. */
  public enum Status {
    /** Too early: released by itself, or rejected after its time. */
    PARKED,
    /** Rejected: waits for a person, or for its record to come again and be legal. */
    DEAD,
    /** Was dead, and has taken effect since. */
    REDRIVEN,
    /** A person decided that it shall not take effect. */
    DISCARDED
  }

  /** A row as it stands in the table, without the record. */
  record Stored(
      String id,
      long arrival,
      int partition,
      long offset,
      String fingerprint,
      Status status,
      @Nullable String reason,
      @Nullable String detail,
      int attempts) {}

  private static final long NOT_ARRIVED = Long.MAX_VALUE;

  private final String id;
  private final long arrival;
  private final String consumer;
  private final ConsumerRecord<byte[], byte[]> source;
  private final String fingerprint;
  private final Decoded decoded;
  private final @Nullable Status stored;
  private final int storedAttempts;
  private @Nullable String reason;
  private @Nullable String detail;
  private Status status;
  private int attempts;
  private boolean released;

  private DeadLetter(
      String consumer, ConsumerRecord<byte[], byte[]> source, Decoded decoded, String fingerprint) {
    this.id = idOf(consumer, source, fingerprint);
    this.arrival = NOT_ARRIVED;
    this.consumer = consumer;
    this.source = source;
    this.decoded = decoded;
    this.fingerprint = fingerprint;
    this.stored = null;
    this.storedAttempts = 0;
    this.status = Status.DEAD;
  }

  private DeadLetter(
      String consumer, ConsumerRecord<byte[], byte[]> source, Decoded decoded, Stored row) {
    this.id = row.id();
    this.arrival = row.arrival();
    this.consumer = consumer;
    this.source = source;
    this.decoded = decoded;
    this.fingerprint = row.fingerprint();
    this.stored = row.status();
    this.storedAttempts = row.attempts();
    this.status = row.status();
    this.reason = row.reason();
    this.detail = row.detail();
    this.attempts = row.attempts();
  }

  /** A record that has no row yet. */
  static DeadLetter fresh(String consumer, ConsumerRecord<byte[], byte[]> source, Decoded decoded) {
    return new DeadLetter(consumer, source, decoded, Fingerprint.of(source));
  }

  /** A record that has a row. */
  static DeadLetter again(
      String consumer, ConsumerRecord<byte[], byte[]> source, Decoded decoded, Stored row) {
    return new DeadLetter(consumer, source, decoded, row);
  }

  private static String idOf(
      String consumer, ConsumerRecord<byte[], byte[]> source, String fingerprint) {
    return DerivedId.of(
        consumer,
        source.topic(),
        Integer.toString(source.partition()),
        Long.toString(source.offset()),
        fingerprint);
  }

  void park() {
    status = Status.PARKED;
    reason = null;
    detail = null;
  }

  /** Every turn to dead is an attempt, and sends one copy to the dead letter topic. */
  void die(Reason why, @Nullable String details) {
    status = Status.DEAD;
    reason = why.label();
    detail = details;
    attempts++;
  }

  /** No longer dead or parked: it took effect, or is never to take effect. */
  void settle(Status settled) {
    status = settled;
  }

  /** A parked event took effect: its row goes. */
  void release() {
    released = true;
  }

  /** The id under which all copies of this record are dead-lettered. */
  public String id() {
    return id;
  }

  /** Grows with the order of arrival; a row not yet written comes after all others. */
  public long arrival() {
    return arrival;
  }

  String consumer() {
    return consumer;
  }

  public ConsumerRecord<byte[], byte[]> source() {
    return source;
  }

  String fingerprint() {
    return fingerprint;
  }

  /** The status in the table when it was read, or null where there is no row. */
  @Nullable Status stored() {
    return stored;
  }

  /** The attempts in the table when it was read. */
  int storedAttempts() {
    return storedAttempts;
  }

  /** The event, or null where the record is none. */
  public @Nullable LoanEvent event() {
    return decoded instanceof Decoded.Accepted accepted ? accepted.event() : null;
  }

  /** The record as it came; what it causes now goes on in the trace that it names itself. */
  public Delivery delivery() {
    return new Delivery(source, decoded);
  }

  public Decoded decoded() {
    return decoded;
  }

  @Nullable String eventId() {
    if (decoded instanceof Decoded.Refused refused) {
      return refused.eventId();
    }
    LoanEvent event = event();
    return event == null ? null : event.eventId();
  }

  @Nullable String loanId() {
    if (decoded instanceof Decoded.Refused refused) {
      return refused.loanId();
    }
    LoanEvent event = event();
    return event == null ? null : event.loanId();
  }

  @Nullable String eventType() {
    LoanEvent event = event();
    return event == null ? null : event.type().wireName();
  }

  @Nullable String reason() {
    return reason;
  }

  @Nullable String detail() {
    return detail;
  }

  Status status() {
    return status;
  }

  int attempts() {
    return attempts;
  }

  boolean released() {
    return released;
  }
}
