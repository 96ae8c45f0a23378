/**
 * How long rows stay that protect against records delivered again, and their end.
 *
 * <p>{@link RetentionGuard} holds each {@link Window} against what the broker keeps; {@link Pruner}
 * is the one loop that deletes, and only what a covered window has let go. Each table's own package
 * implements {@link Prunable}, so the SQL stays with its table.
 */
@NullMarked
package org.libraryd.retention;

import org.jspecify.annotations.NullMarked;
