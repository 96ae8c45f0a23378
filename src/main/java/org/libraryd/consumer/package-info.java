/**
 * 1. In: batches from Kafka, decoded, handed to an idempotent handler, and tried again until every
 * record of them has an outcome. Offsets move only after the database has committed.
 */
@NullMarked
package org.libraryd.consumer;

import org.jspecify.annotations.NullMarked;
