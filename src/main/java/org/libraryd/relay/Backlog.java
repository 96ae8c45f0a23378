package org.libraryd.relay;

/** A shard that has unsent rows for a topic. */
record Backlog(String topic, short shard) {}
