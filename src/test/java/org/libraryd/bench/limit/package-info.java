/**
 * The smallest plain-Java programs that do the service's work with its guarantees: what speed the
 * machine allows.
 *
 * <p>They know the Kafka client, JDBC and a JSON parser, and nothing of libraryd but the tables,
 * the topics and the shape of what is in them. Whatever would need a dead letter, a redrive or a
 * second try ends them: started again they go on, with nothing lost and nothing doubled.
 */
@NullMarked
package org.libraryd.bench.limit;

import org.jspecify.annotations.NullMarked;
