package org.libraryd.support;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.logging.LogManager;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.jspecify.annotations.Nullable;

/**
 * Sends one loan event to the broker of dev mode and prints what came of it: the outcome, and the
 * records that leave libraryd because of it, until none has come for some seconds.
 *
 * <p>Arguments are {@code type=loan.created loan=L-1 book=B-7 member=M-42}; {@code id=} sets the
 * event id (else a new one), {@code at=} the time (else now), {@code value=} the whole body.
 */
public final class SendEvent {
  private static final List<String> OUT =
      List.of("libraryd.loan.changed", "libraryd.notice", "libraryd.audit", "libraryd.loan.dlq");
  private static final Duration LISTEN = Duration.ofSeconds(3);
  private static final Pattern OUTCOME =
      Pattern.compile(
          "libraryd_events_total\\{consumer=\"loan-lifecycle\",outcome=\"(\\w+)\"} ([0-9.E]+)");

  private final String broker;
  private final String metrics;
  private final Map<String, String> arguments;

  private SendEvent(Map<String, String> arguments) {
    this.arguments = arguments;
    this.broker = arguments.getOrDefault("broker", "127.0.0.1:19092");
    this.metrics = arguments.getOrDefault("metrics", "http://127.0.0.1:9000/q/metrics");
  }

  /** Sends the event that the arguments describe. */
  public static void main(String... arguments) throws Exception {
    LogManager.getLogManager().reset();
    Map<String, String> named = new HashMap<>();
    for (String argument : arguments) {
      int equals = argument.indexOf('=');
      if (equals < 0) {
        throw new IllegalArgumentException("not name=value: " + argument);
      }
      named.put(argument.substring(0, equals), argument.substring(equals + 1));
    }
    new SendEvent(named).run();
  }

  private void run() throws Exception {
    String id = arguments.getOrDefault("id", UUID.randomUUID().toString());
    Map<String, Double> before = outcomes();
    try (var reader = new KafkaConsumer<>(reading(), text(), text())) {
      List<TopicPartition> partitions = new ArrayList<>();
      for (String topic : OUT) {
        reader
            .partitionsFor(topic)
            .forEach(partition -> partitions.add(new TopicPartition(topic, partition.partition())));
      }
      reader.assign(partitions);
      reader.seekToEnd(partitions);
      partitions.forEach(reader::position);
      RecordMetadata sent = send(id);
      print("sent", "%s %s-%d@%d".formatted(id, sent.topic(), sent.partition(), sent.offset()));
      long end = System.nanoTime() + LISTEN.toNanos();
      while (System.nanoTime() < end) {
        for (var record : reader.poll(Duration.ofMillis(100))) {
          if (comesFrom(record, sent)) {
            print(record.topic(), describe(record));
            end = System.nanoTime() + LISTEN.toNanos();
          }
        }
      }
    }
    outcomes()
        .forEach(
            (outcome, count) -> {
              if (count > before.getOrDefault(outcome, 0.0)) {
                print("outcome", outcome);
              }
            });
  }

  private RecordMetadata send(String id) throws Exception {
    var settings = Map.<String, Object>of("bootstrap.servers", broker, "acks", "all");
    try (var writer =
        new KafkaProducer<>(settings, new StringSerializer(), new StringSerializer())) {
      var event =
          new ProducerRecord<>(
              "libraryd.loan", arguments.get("loan"), arguments.getOrDefault("value", body()));
      event.headers().add("event-id", id.getBytes(UTF_8));
      return writer.send(event).get();
    }
  }

  private String body() {
    StringBuilder body = new StringBuilder("{");
    member(body, "type", arguments.get("type"));
    member(body, "loanId", arguments.get("loan"));
    member(body, "bookId", arguments.get("book"));
    member(body, "memberId", arguments.get("member"));
    member(
        body,
        "occurredAt",
        arguments.getOrDefault("at", OffsetDateTime.now(ZoneOffset.UTC).toString()));
    return body.append('}').toString();
  }

  private static void member(StringBuilder body, String name, @Nullable String value) {
    if (value != null) {
      body.append(body.length() > 1 ? "," : "");
      body.append('"').append(name).append("\":\"").append(value).append('"');
    }
  }

  /** A copy names its source record; a change or notice is of the loan, like what it released. */
  private boolean comesFrom(ConsumerRecord<String, String> record, RecordMetadata sent) {
    String prefix = record.topic().endsWith(".dlq") ? "dead-letter-" : "source-";
    boolean copy =
        String.valueOf(sent.offset()).equals(header(record, prefix + "offset"))
            && String.valueOf(sent.partition()).equals(header(record, prefix + "partition"));
    boolean ofTheLoan =
        !header(record, "source-event-id").isEmpty()
            && record.value().contains("\"loanId\":\"" + arguments.get("loan") + '"');
    return copy || ofTheLoan;
  }

  private static String describe(ConsumerRecord<String, String> record) {
    String reason = header(record, "dead-letter-reason");
    String version = header(record, "loan-version");
    return (reason.isEmpty() ? "" : reason + " ")
        + (version.isEmpty() ? "" : "version " + version + " ")
        + record.value();
  }

  private static String header(ConsumerRecord<String, String> record, String name) {
    Header header = record.headers().lastHeader(name);
    return header == null || header.value() == null ? "" : new String(header.value(), UTF_8);
  }

  /** Counts of outcomes from the running service; empty where it is not asked for or not there. */
  private Map<String, Double> outcomes() throws InterruptedException {
    Map<String, Double> counts = new HashMap<>();
    try {
      HttpRequest request = HttpRequest.newBuilder(URI.create(metrics)).build();
      HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
      String text = client.send(request, BodyHandlers.ofString()).body();
      Matcher matcher = OUTCOME.matcher(text);
      while (matcher.find()) {
        counts.put(matcher.group(1), Double.valueOf(matcher.group(2)));
      }
    } catch (IOException e) {
      print("outcome", "unknown, no metrics at " + metrics + ": " + e.getMessage());
    }
    return counts;
  }

  private Map<String, Object> reading() {
    return Map.of("bootstrap.servers", broker, "isolation.level", "read_committed");
  }

  private static StringDeserializer text() {
    return new StringDeserializer();
  }

  private static void print(String what, String text) {
    System.out.printf("%-22s %s%n", what, text);
  }
}
