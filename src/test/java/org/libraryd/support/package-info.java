/**
 * The real systems that tests run against, each in a process of its own so that it can be killed.
 *
 * <p>Everything listens on the loopback interface only and ends with the JVM that started it.
 */
@NullMarked
package org.libraryd.support;

import org.jspecify.annotations.NullMarked;
