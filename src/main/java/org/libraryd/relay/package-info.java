/**
 * 5. Outbox to Kafka: at least once, in the order of each lane, by any number of relays without a
 * leader.
 *
 * <p>A round locks free shards, reads their sendable rows with a second statement, keeps at most
 * one unacknowledged row per lane in flight and marks what the broker acknowledged, all in one
 * transaction of at most 17 s. One worker sends at a time while another reads and marks; Kafka's
 * callbacks only hand over.
 *
 * <pre>
 * RelayLoop ──► RelayWorker ──► OutboxRelay ──► UnsentRepository   lock, read, mark
 *  how many      when            one round └─► Round              who may be sent, what answers mean
 *                 └ Share, Pace                 ├ TopicQueue      lanes of a topic
 *                                               ├ TopicHealth     topics that are away, back-off
 *                                               └ TopicLimits     max.message.bytes of the broker
 * </pre>
 */
@NullMarked
package org.libraryd.relay;

import org.jspecify.annotations.NullMarked;
