package org.libraryd.deadletter;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A dead letter as it stood when it was looked up, without the record.
 *
 * @param attempts how often it has died; with the id it tells whether the row is still the same
 * @param bytes size of the record's key, value and headers
 */
public record DeadLetterSummary(
    String id,
    String consumer,
    @Nullable String eventId,
    @Nullable String loanId,
    String reason,
    String topic,
    int partition,
    long offset,
    int attempts,
    Instant firstSeen,
    long bytes) {}
