/**
 * What could not take effect, kept raw and complete in the table dead_letter: parked events that
 * wait for their predecessor, and dead letters that wait for a person.
 *
 * <p>A row is told by consumer, source coordinates and fingerprint. A record that is delivered
 * again is judged again, and its row follows the verdict.
 */
@NullMarked
package org.libraryd.deadletter;

import org.jspecify.annotations.NullMarked;
