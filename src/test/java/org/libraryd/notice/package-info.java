@NullMarked
package org.libraryd.notice;

import org.jspecify.annotations.NullMarked;
