/**
 * 4. What has to be published: rows written in the transaction of their cause, in the order of
 * their lane, under ids derived from their cause.
 *
 * <p>A lane is the unit of order and of holding; the shard, a hash of the lane, is what relays
 * lock.
 */
@NullMarked
package org.libraryd.outbox;

import org.jspecify.annotations.NullMarked;
