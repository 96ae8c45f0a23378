package org.libraryd.deadletter;

import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.apache.kafka.common.TopicPartition;
import org.libraryd.idempotency.Deliveries;
import org.libraryd.idempotency.StaleReadException;
import org.libraryd.outbox.OutboxMessage;
import org.libraryd.wire.Delivery;
import org.libraryd.wire.TopicConfig;

/** Reads the dead letters a batch meets, and writes what became of them. */
@ApplicationScoped
public class DeadLetters {
  private final DeadLetterRepository repository;
  private final DeadLetterSearchRepository search;
  private final DeadLetterMessage message;

  DeadLetters(
      DeadLetterRepository repository, DeadLetterSearchRepository search, TopicConfig topics) {
    this.repository = repository;
    this.search = search;
    this.message = new DeadLetterMessage(topics.dlq());
  }

  /** Opens the book for a batch: one range query for each partition in it. */
  public DeadLetterBook open(String consumer, Deliveries deliveries) {
    DeadLetterBook book = DeadLetterBook.of(consumer);
    ranges(deliveries.all())
        .forEach(
            (partition, range) ->
                repository
                    .findStored(consumer, partition, range.first(), range.last())
                    .forEach(row -> book.add(partition.topic(), row)));
    return book;
  }

  /** The parked events of these loans in order of arrival. */
  public List<DeadLetter> parked(String consumer, Collection<String> loanIds) {
    return loanIds.isEmpty() ? List.of() : repository.findParked(consumer, loanIds);
  }

  /** Opens a book for events parked earlier. */
  public DeadLetterBook open(String consumer) {
    return DeadLetterBook.of(consumer);
  }

  /**
   * Opens a book for dead letters that a person redrives, with those in it that nobody else has
   * changed since they were looked up, or holds; they stay locked.
   */
  public DeadLetterBook reopen(String consumer, Collection<DeadLetterSummary> rows) {
    DeadLetterBook book = DeadLetterBook.ofRedrive(consumer);
    rows.stream()
        .collect(Collectors.groupingBy(DeadLetterSummary::topic, TreeMap::new, Collectors.toList()))
        .forEach((topic, some) -> search.lock(some).forEach(row -> book.add(topic, row)));
    return book;
  }

  /**
   * Up to {@code limit} loans after this one, by id, that exist and have parked events to judge.
   */
  public List<String> loansWithReleasable(String consumer, String afterLoanId, int limit) {
    return repository.findLoansWithReleasable(consumer, afterLoanId, limit);
  }

  /** Up to {@code limit} parked events that have waited at least this long, the oldest first. */
  public List<String> parkedFor(String consumer, Duration least, int limit) {
    return repository.findParkedFor(consumer, least, limit);
  }

  /** These events, as far as they are still parked and nobody else has locked them. */
  public List<DeadLetter> parkedByIds(String consumer, Collection<String> ids) {
    return ids.isEmpty() ? List.of() : repository.findParkedByIds(consumer, ids);
  }

  /**
   * Writes the book.
   *
   * @return what goes to the dead letter topic, for the outbox
   * @throws StaleReadException where another transaction has changed one of the rows
   */
  public List<OutboxMessage> write(DeadLetterBook book) {
    List<DeadLetter> fresh = select(book, letter -> letter.stored() == null && !letter.released());
    List<DeadLetter> changed =
        select(book, letter -> letter.stored() != null && !letter.released());
    List<DeadLetter> released =
        select(book, letter -> letter.stored() != null && letter.released());
    require(repository.insert(fresh), fresh);
    require(repository.update(changed), changed);
    require(repository.deleteParked(released), released);
    return new ArrayList<>(book.died().stream().map(message::of).toList());
  }

  private static List<DeadLetter> select(DeadLetterBook book, Predicate<DeadLetter> which) {
    return book.touched().stream().filter(which).toList();
  }

  private static void require(int count, List<DeadLetter> letters) {
    if (count != letters.size()) {
      throw new StaleReadException("Another transaction has changed a dead letter of this batch");
    }
  }

  private record Range(long first, long last) {
    Range with(long offset) {
      return new Range(Math.min(first, offset), Math.max(last, offset));
    }
  }

  private static Map<TopicPartition, Range> ranges(List<Delivery> deliveries) {
    Map<TopicPartition, Range> ranges = new HashMap<>();
    for (Delivery delivery : deliveries) {
      long offset = delivery.source().offset();
      ranges.merge(
          new TopicPartition(delivery.source().topic(), delivery.source().partition()),
          new Range(offset, offset),
          (range, one) -> range.with(offset));
    }
    return ranges;
  }
}
