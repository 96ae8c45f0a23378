/** What every supported database must do the same, against the real service in the test JVM. */
@NullMarked
package org.libraryd.conformance;

import org.jspecify.annotations.NullMarked;
