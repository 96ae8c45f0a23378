package org.libraryd.bench;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.awaitility.Awaitility.await;

import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.libraryd.model.Progress;
import org.libraryd.model.TopicReader;
import org.libraryd.support.LibraryProcess;

/**
 * The time from the sending of an event to the arrival of its change at a reader of the topic, at a
 * steady pace far below what the service can do.
 *
 * <p>System properties: {@code pace}, events per second, and {@code paced}, how many of them are
 * measured, after as many that are not: what is compiled for large batches is compiled again for
 * small ones.
 */
final class Latency {
  private static final int PACE = Integer.getInteger("pace", 500);
  private static final int PACED = Integer.getInteger("paced", 30_000);
  private static final Duration LONGEST_POLL = Duration.ofMillis(1);
  private static final long LONGEST_SILENCE = TimeUnit.SECONDS.toNanos(30);

  private final Stage stage;
  private final Library library;
  private final Rounds rounds;

  Latency(Stage stage, Library library, Rounds rounds) {
    this.stage = stage;
    this.library = library;
    this.rounds = rounds;
  }

  void round(Load load, Figures figures) throws SQLException {
    stage.clear();
    FullLives lives = new FullLives(load.series());
    lives.send(stage.bootstrap(), load.warmUp());
    try (LibraryProcess process = library.start();
        Progress progress = new Progress(stage.bootstrap())) {
      process.awaitReady();
      await("the warm-up is handled")
          .atMost(Contender.LIMIT)
          .until(() -> rounds.isAtRest(progress));
      List<Double> millis = measure(lives).stream().skip(PACED).sorted().toList();
      String at = " at %d/s".formatted(PACE);
      figures.addMillis("latency" + at + ", median", millis.get(millis.size() / 2));
      figures.addMillis("latency" + at + ", p99", millis.get(millis.size() * 99 / 100));
      process.terminate();
    }
  }

  private List<Double> measure(FullLives lives) {
    Map<String, Long> sent = new HashMap<>();
    List<Double> millis = new ArrayList<>();
    try (Producer<byte[], byte[]> producer = producer();
        KafkaConsumer<byte[], byte[]> reader = reader()) {
      int next = 0;
      long start = System.nanoTime();
      long last = start;
      while (millis.size() < 2 * PACED) {
        for (; next < 2 * PACED && System.nanoTime() - start >= due(next); next++) {
          ProducerRecord<byte[], byte[]> event = lives.next();
          sent.put(id(event), System.nanoTime());
          Future<?> unused = producer.send(event);
        }
        for (var change : reader.poll(LONGEST_POLL)) {
          last = System.nanoTime();
          Long since = sent.remove(TopicReader.header(change, "source-event-id"));
          millis.add((last - Objects.requireNonNull(since, "arrived twice")) / 1e6);
        }
        if (System.nanoTime() - last > LONGEST_SILENCE) {
          throw new IllegalStateException(sent.size() + " changes do not arrive");
        }
      }
    }
    return millis;
  }

  private static long due(int event) {
    return TimeUnit.SECONDS.toNanos(1) * event / PACE;
  }

  private static String id(ProducerRecord<byte[], byte[]> event) {
    return new String(event.headers().lastHeader("event-id").value(), UTF_8);
  }

  private Producer<byte[], byte[]> producer() {
    return new KafkaProducer<>(
        Map.of("bootstrap.servers", stage.bootstrap(), "linger.ms", 0),
        new ByteArraySerializer(),
        new ByteArraySerializer());
  }

  /** A reader of what comes from now on. */
  private KafkaConsumer<byte[], byte[]> reader() {
    KafkaConsumer<byte[], byte[]> reader =
        new KafkaConsumer<>(
            Map.of("bootstrap.servers", stage.bootstrap()),
            new ByteArrayDeserializer(),
            new ByteArrayDeserializer());
    List<TopicPartition> partitions =
        reader.partitionsFor(Stage.TOPICS.changed()).stream()
            .map(info -> new TopicPartition(info.topic(), info.partition()))
            .toList();
    reader.assign(partitions);
    reader.seekToEnd(partitions);
    partitions.forEach(reader::position);
    return reader;
  }
}
