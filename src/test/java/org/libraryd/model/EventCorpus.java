package org.libraryd.model;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * A stream of records that is the same for the same seed, shape and length, together with what must
 * become of it.
 *
 * <p>Each record names its partition, and its expected offset counts from 0 there: send the records
 * in order to an empty topic.
 */
public final class EventCorpus {

  /** One record, what it means, and the verdict on its first delivery. */
  public record Item(ProducerRecord<byte[], byte[]> sent, Arrival arrival, Verdict verdict) {}

  private final long seed;
  private final List<Item> items;
  private final ReferenceModel model;

  EventCorpus(long seed, List<Item> items, ReferenceModel model) {
    this.seed = seed;
    this.items = Collections.unmodifiableList(items);
    this.model = model;
  }

  /** Generates {@code length} records. */
  public static EventCorpus generate(long seed, int length, CorpusShape shape) {
    return generate(seed, length, shape, Map.of());
  }

  /**
   * Generates {@code length} records and leaves offsets to others.
   *
   * @param gaps partitions that lose an offset, by the number of the record before which they do
   */
  public static EventCorpus generate(
      long seed, int length, CorpusShape shape, Map<Integer, Integer> gaps) {
    return new CorpusGenerator(seed, shape).generate(length, gaps);
  }

  /** Returns {@code -Dseed=} if given, otherwise a new one. */
  public static long seed() {
    return Long.getLong("seed", new Random().nextLong());
  }

  public List<Item> items() {
    return items;
  }

  public int size() {
    return items.size();
  }

  /** Returns the model after each record was delivered once, in order. */
  public ReferenceModel model() {
    return model;
  }

  /** Delivers all records to the model once more, and returns how many end in each verdict. */
  public Map<String, Long> redeliver() {
    return items.stream()
        .map(item -> model.deliver(item.arrival()).toString())
        .collect(Collectors.groupingBy(verdict -> verdict, TreeMap::new, Collectors.counting()));
  }

  /** Returns how many deliveries end in each verdict, reasons apart. */
  public Map<String, Long> verdicts() {
    return items.stream()
        .collect(
            Collectors.groupingBy(
                item -> item.verdict().toString(), TreeMap::new, Collectors.counting()));
  }

  @Override
  public String toString() {
    return "corpus of " + size() + " records, -Dseed=" + seed + ", " + verdicts();
  }
}
