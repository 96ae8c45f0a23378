/**
 * The one seam between PostgreSQL and H2: statements over whole sets of rows, on the connection of
 * the running JTA transaction.
 *
 * <p>PostgreSQL takes a set as one statement over {@code unnest}; H2 takes it as a JDBC batch with
 * one row per statement, because a multi-row {@code INSERT … ON CONFLICT} of H2 that waited for a
 * lock restarts without undoing its rows. Depends on nothing of ours.
 */
@NullMarked
package org.libraryd.jdbc;

import org.jspecify.annotations.NullMarked;
