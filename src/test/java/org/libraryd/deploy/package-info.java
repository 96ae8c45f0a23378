/** Whether what an operator applies to a cluster fits the service that it is for. */
@NullMarked
package org.libraryd.deploy;

import org.jspecify.annotations.NullMarked;
