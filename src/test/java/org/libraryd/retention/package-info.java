@NullMarked
package org.libraryd.retention;

import org.jspecify.annotations.NullMarked;
