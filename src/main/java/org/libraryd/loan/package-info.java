/**
 * 3. The state machine of a loan: judged purely, written by a conditional UPDATE whose row count is
 * the answer, in the transaction of the claim and of the outbox row.
 */
@NullMarked
package org.libraryd.loan;

import org.jspecify.annotations.NullMarked;
