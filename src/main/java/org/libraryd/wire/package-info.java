/**
 * What travels: the events libraryd reads, the names of headers and topics, and the decoder that
 * turns every record, however broken, into exactly one verdict.
 *
 * <p>Everything here is pure and thread-safe: no database, no broker, no state between two records.
 * The verdict on a record depends on its bytes, the configured ignored types and the clock (for the
 * upper bound of {@code occurredAt}), on nothing else, so a redelivered record is judged alike on
 * any replica and any database.
 */
@NullMarked
package org.libraryd.wire;

import org.jspecify.annotations.NullMarked;
