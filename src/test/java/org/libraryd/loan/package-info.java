@NullMarked
package org.libraryd.loan;

import org.jspecify.annotations.NullMarked;
