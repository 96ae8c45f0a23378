package org.libraryd.outbox;

import org.jspecify.annotations.Nullable;

/**
 * What a handler appends to the outbox.
 *
 * @param eventId derived from the cause ({@link DerivedId}), never random
 * @param key the Kafka key as text, or null for a dead letter: its raw key stays in dead_letter
 * @param payload the value, or null for a dead letter: its raw value stays in dead_letter
 * @param headers JSON object of the headers that do not follow from the other columns
 */
public record OutboxMessage(
    String eventId,
    String eventType,
    String topic,
    @Nullable String key,
    Lane lane,
    @Nullable String aggregateId,
    @Nullable Long aggregateVersion,
    @Nullable String payload,
    String headers,
    @Nullable String deadLetterId) {}
