package org.libraryd.idempotency;

/**
 * A consumer's position in a partition moves, in the transaction of the records that it passes.
 *
 * @param from the next offset as the table has it now; where it has another, nothing is written
 * @param to the next offset from then on
 */
public record Advance(String topic, int partition, long from, long to) {}
