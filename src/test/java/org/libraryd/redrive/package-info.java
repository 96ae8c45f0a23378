@NullMarked
package org.libraryd.redrive;

import org.jspecify.annotations.NullMarked;
