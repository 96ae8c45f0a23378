@NullMarked
package org.libraryd.relay;

import org.jspecify.annotations.NullMarked;
