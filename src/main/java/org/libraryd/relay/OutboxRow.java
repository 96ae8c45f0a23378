package org.libraryd.relay;

import org.jspecify.annotations.Nullable;

/**
 * An unsent row of the outbox.
 *
 * @param headers JSON object of the headers that do not follow from the other columns
 * @param deadLetterId whose raw record is the message, or null where {@code payload} is it
 * @param attempts how often this row failed by itself; above 0 it is suspect and goes alone
 * @param size bytes of key, value and headers
 */
record OutboxRow(
    long id,
    String eventId,
    String eventType,
    String topic,
    @Nullable String key,
    String lane,
    @Nullable String aggregateId,
    @Nullable Long aggregateVersion,
    @Nullable String payload,
    String headers,
    @Nullable String deadLetterId,
    int attempts,
    long size) {}
