/** Applies loan events exactly once, whatever the broker delivers and whenever a process dies. */
@NullMarked
package org.libraryd;

import org.jspecify.annotations.NullMarked;
