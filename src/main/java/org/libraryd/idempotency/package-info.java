/**
 * 2. Once per event: the idempotent consumer over the table consumed_event.
 *
 * <p>A claim is an event id under a consumer. It is made in the transaction of the effect, so both
 * are there or neither; a rejected event gives its claim back, so the id may come again once the
 * cause is repaired.
 */
@NullMarked
package org.libraryd.idempotency;

import org.jspecify.annotations.NullMarked;
