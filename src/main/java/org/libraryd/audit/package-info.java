/**
 * Copies every record of the loan topic to the audit topic, exactly once per source offset.
 *
 * <p>Copies and source offsets are committed in one Kafka transaction. The promise holds while the
 * group's committed offsets live in the broker; {@link org.libraryd.audit.OffsetGapReporter} says
 * when they do not.
 */
@NullMarked
package org.libraryd.audit;

import org.jspecify.annotations.NullMarked;
