@NullMarked
package org.libraryd.deadletter;

import org.jspecify.annotations.NullMarked;
