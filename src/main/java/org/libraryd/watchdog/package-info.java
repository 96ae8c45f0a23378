/**
 * Whether each part that has work makes progress: the two consumers, the audit forwarder and the
 * relay report what they commit, the lag is looked at from outside, and readiness and a metric tell
 * where the one is there without the other.
 *
 * <p>Depends on {@code health} and {@code wire}; whoever has work reports here.
 */
@NullMarked
package org.libraryd.watchdog;

import org.jspecify.annotations.NullMarked;
