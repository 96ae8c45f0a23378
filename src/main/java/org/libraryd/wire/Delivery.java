package org.libraryd.wire;

import org.apache.kafka.clients.consumer.ConsumerRecord;

/** A record as it came, with what decoding made of it. */
public record Delivery(ConsumerRecord<byte[], byte[]> source, Decoded decoded) {}
