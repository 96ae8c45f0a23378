package org.libraryd.bench.limit;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A loan event, with the hash of what it says. */
record Event(
    String id,
    String type,
    String loanId,
    @Nullable String bookId,
    @Nullable String memberId,
    Instant occurredAt,
    @Nullable String traceparent,
    String hash) {}
