/**
 * A person's hand: what is dead is judged again or discarded, what is quarantined in the outbox is
 * sent again or given up. One or many by filter, with a dry run, each row once however many ask.
 *
 * <p>Judging is the consumer's own ({@link org.libraryd.deadletter.RedriveHandler}); nothing is
 * produced to the topic that a record came from.
 */
@NullMarked
package org.libraryd.redrive;

import org.jspecify.annotations.NullMarked;
