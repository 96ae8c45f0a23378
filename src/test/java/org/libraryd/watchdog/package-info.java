@NullMarked
package org.libraryd.watchdog;

import org.jspecify.annotations.NullMarked;
