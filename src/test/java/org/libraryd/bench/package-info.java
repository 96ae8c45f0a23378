/** Baselines to compare libraryd with, and the comparisons. */
@NullMarked
package org.libraryd.bench;

import org.jspecify.annotations.NullMarked;
