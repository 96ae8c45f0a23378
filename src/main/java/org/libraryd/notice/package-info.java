/**
 * The second consumer: a notice for the member, once per change however often the relay repeats
 * itself. It has no state machine, only the claim; the notice is the outbox row.
 */
@NullMarked
package org.libraryd.notice;

import org.jspecify.annotations.NullMarked;
