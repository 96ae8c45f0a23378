package org.libraryd.consumer;

/**
 * Where an intake's records come from.
 *
 * @param consumer the name under which it claims event ids and keeps its positions
 * @param channel the channel that delivers them
 */
record IntakeSource(String consumer, String channel, String topic, String group) {}
