/** The real packaged service and what happens to it: killed, frozen, cut off. */
@NullMarked
package org.libraryd.fault;

import org.jspecify.annotations.NullMarked;
