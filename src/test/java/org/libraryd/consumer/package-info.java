@NullMarked
package org.libraryd.consumer;

import org.jspecify.annotations.NullMarked;
