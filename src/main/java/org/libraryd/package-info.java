/**
 * Applies loan events exactly once, whatever the broker delivers and whenever a process dies.
 *
 * <pre>
 * 1. consumer     takes batches in, decodes them (wire), and tries again until each has an outcome
 * 2. idempotency  claims each event id once per consumer, in the transaction of its effect
 * 3. loan         judges by a pure state machine, writes by a conditional UPDATE
 * 4. outbox       what has to be published, written in the same transaction
 * 5. relay        publishes it: at least once, in order per lane, by any number of relays
 *
 * aside           audit       copies every record in Kafka transactions
 *                 notice      the second consumer: what changed, told to members
 *                 deadletter  what could not take effect, parked or dead
 *                 redrive     a person's hand: judged or sent again, or given up
 *                 retention   how long rows stay, and their end
 *                 trace       spans of our own in the traces that records come with
 * below           jdbc        the seam between PostgreSQL and H2
 *                 wire        the vocabulary of the topics
 * around          startup, health, and sample in dev mode
 * </pre>
 *
 * <p>One order of locks for everybody: consumed_event, loan, dead_letter, outbox.
 */
@NullMarked
package org.libraryd;

import org.jspecify.annotations.NullMarked;
