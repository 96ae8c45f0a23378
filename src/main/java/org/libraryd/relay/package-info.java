/**
 * 5. Outbox to Kafka: at least once, in the order of each lane, by any number of relays without a
 * leader.
 *
 * <p>A round locks free shards, reads their sendable rows with a second statement, keeps at most
 * one unacknowledged row per lane in flight and marks what the broker acknowledged, all in one
 * transaction of at most 15 s. One relay thread per process; Kafka's callbacks only hand over.
 *
 * <pre>
 * RelayLoop ──► OutboxRelay ──► UnsentRepository   lock, read, mark
 *  when           one round └─► Round              who may be sent now, what an answer means
 *                               ├ TopicQueue        lanes of a topic
 *                               ├ TopicHealth       topics that are away, their back-off
 *                               └ TopicLimits       max.message.bytes as the broker tells it
 * </pre>
 */
@NullMarked
package org.libraryd.relay;

import org.jspecify.annotations.NullMarked;
