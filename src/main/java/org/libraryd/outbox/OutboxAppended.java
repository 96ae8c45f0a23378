package org.libraryd.outbox;

/** Fired in a transaction that wrote outbox rows; observe it after success to wake the relay. */
public record OutboxAppended() {}
