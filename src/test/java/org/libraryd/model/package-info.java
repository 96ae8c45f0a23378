/**
 * A second opinion on what the service must do: a plain model written from the contract alone, a
 * generator of record streams, and the checks that compare both with the tables and the topics.
 *
 * <p>Nothing here uses production code, so that a misreading there is not repeated here.
 */
@NullMarked
package org.libraryd.model;

import org.jspecify.annotations.NullMarked;
