package org.libraryd.support;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;

/** Records as a circulation desk sends them, at the coordinates that a test names. */
public final class LoanRecords {
  public static final String TOPIC = "libraryd.loan";

  private static final long TIMESTAMP = 1_700_000_000_000L;

  private LoanRecords() {}

  /**
   * A well-formed event, on partition 0.
   *
   * @param type without the {@code loan.} before it
   */
  public static ConsumerRecord<byte[], byte[]> event(
      long offset, String eventId, String type, String loanId) {
    return at(TOPIC, 0, offset, eventId, json(type, loanId, "M-" + loanId));
  }

  /** The body of an event; the book and the member are the loan's own. */
  public static String json(String type, String loanId, String memberId) {
    return """
        {"type":"loan.%s","loanId":"%s","bookId":"B-1","memberId":"%s",\
        "occurredAt":"2026-01-01T00:00:00Z"}"""
        .formatted(type, loanId, memberId);
  }

  /** A record with any body. */
  public static ConsumerRecord<byte[], byte[]> at(
      String topic, int partition, long offset, String eventId, String body) {
    return at(topic, partition, offset, TIMESTAMP, eventId, body);
  }

  /** A record with any body and its own timestamp, as in a topic that was created anew. */
  public static ConsumerRecord<byte[], byte[]> at(
      String topic, int partition, long offset, long timestamp, String eventId, String body) {
    return new ConsumerRecord<>(
        topic,
        partition,
        offset,
        timestamp,
        TimestampType.CREATE_TIME,
        ConsumerRecord.NULL_SIZE,
        ConsumerRecord.NULL_SIZE,
        "key".getBytes(UTF_8),
        body.getBytes(UTF_8),
        new RecordHeaders().add("event-id", eventId.getBytes(UTF_8)),
        Optional.empty());
  }

  /** What a poll returns: the records by partition, in order. */
  public static ConsumerRecords<byte[], byte[]> batch(
      List<ConsumerRecord<byte[], byte[]>> records) {
    Map<TopicPartition, List<ConsumerRecord<byte[], byte[]>>> byPartition = new LinkedHashMap<>();
    for (ConsumerRecord<byte[], byte[]> record : records) {
      byPartition
          .computeIfAbsent(
              new TopicPartition(record.topic(), record.partition()), key -> new ArrayList<>())
          .add(record);
    }
    return new ConsumerRecords<>(byPartition, Map.of());
  }
}
