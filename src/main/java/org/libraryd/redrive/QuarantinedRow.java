package org.libraryd.redrive;

/**
 * A row of the outbox that the broker refused for good; later rows of its lane wait.
 *
 * @param attempts how often it failed by itself
 */
public record QuarantinedRow(
    long id, String eventId, String topic, String lane, String reason, int attempts) {}
