package org.libraryd.trace;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.libraryd.model.TopicReader;
import org.libraryd.support.LoanRecords;

/** The whole service, with a desk before it whose records belong to traces. */
abstract class TraceFixture {
  /** The span at the desk, of every trace. */
  static final String DESK = "00f067aa0ba902b7";

  @ConfigProperty(name = "kafka.bootstrap.servers")
  String bootstrap = "";

  static String sampled(String traceId) {
    return traceparent(traceId, DESK) + "01";
  }

  static String unsampled(String traceId) {
    return traceparent(traceId, DESK) + "00";
  }

  /** Without the flags. */
  static String traceparent(String traceId, String spanId) {
    return "00-" + traceId + "-" + spanId + "-";
  }

  /**
   * Sends an event of a loan.
   *
   * @param type without the {@code loan.} before it
   */
  void send(String eventId, String type, String loanId, String traceparent) {
    sendBody(eventId, loanId, LoanRecords.json(type, loanId, "M-" + loanId), traceparent);
  }

  void sendBody(String eventId, String key, String body, String traceparent) {
    ProducerRecord<byte[], byte[]> record =
        new ProducerRecord<>(LoanRecords.TOPIC, key.getBytes(UTF_8), body.getBytes(UTF_8));
    record.headers().add("event-id", eventId.getBytes(UTF_8));
    record.headers().add("traceparent", traceparent.getBytes(UTF_8));
    try (var producer =
        new KafkaProducer<>(
            Map.<String, Object>of("bootstrap.servers", bootstrap),
            new ByteArraySerializer(),
            new ByteArraySerializer())) {
      var unused = producer.send(record);
    }
  }

  /** Waits for the one record of a topic that an event caused, and returns its trace. */
  String traceOn(String topic, String sourceEventId) {
    return traceOn(topic, "source-event-id", sourceEventId);
  }

  String traceOn(String topic, String header, String value) {
    return requireNonNull(TopicReader.header(awaitOnly(topic, header, value), "traceparent"));
  }

  /** Waits for a record of a topic with this header, and returns the only one. */
  ConsumerRecord<byte[], byte[]> awaitOnly(String topic, String header, String value) {
    List<ConsumerRecord<byte[], byte[]>> found =
        await(topic + " has a record with " + header + " " + value)
            .atMost(Duration.ofSeconds(30))
            .until(() -> with(topic, header, value), records -> !records.isEmpty());
    if (found.size() > 1) {
      throw new AssertionError(found.size() + " records with " + header + " " + value);
    }
    return found.get(0);
  }

  List<ConsumerRecord<byte[], byte[]>> with(String topic, String header, String value) {
    return new TopicReader(bootstrap)
        .read(topic).stream()
            .filter(record -> Objects.equals(TopicReader.header(record, header), value))
            .toList();
  }
}
