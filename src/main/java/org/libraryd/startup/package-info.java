/**
 * From an empty process to a running pipeline: HTTP and health answer first, then one step after
 * the other is tried in the background until it is done, records and schedules come last.
 *
 * <p>Sees every package; none depends on it.
 */
@NullMarked
package org.libraryd.startup;

import org.jspecify.annotations.NullMarked;
