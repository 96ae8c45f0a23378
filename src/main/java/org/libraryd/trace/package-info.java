/**
 * Aside: spans of our own in the traces that messages come with, so that one trace leads from the
 * produced record to the reader of what came of it. No body ever stands in them.
 */
@NullMarked
package org.libraryd.trace;

import org.jspecify.annotations.NullMarked;
