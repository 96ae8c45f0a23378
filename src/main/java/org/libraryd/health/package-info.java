/**
 * Whether the database and the broker answer, told from the calls that are made anyway and, when
 * none is made, from a probe. Whoever writes or sends reports here; nothing here is waited for.
 *
 * <p>Depends on {@code jdbc} alone; every package may use it.
 */
@NullMarked
package org.libraryd.health;

import org.jspecify.annotations.NullMarked;
