@NullMarked
package org.libraryd.trace;

import org.jspecify.annotations.NullMarked;
