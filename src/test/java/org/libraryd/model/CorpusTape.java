package org.libraryd.model;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Predicate;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.jspecify.annotations.Nullable;
import org.libraryd.model.Arrival.Content;
import org.libraryd.model.Arrival.Event;
import org.libraryd.model.Arrival.Meaning;
import org.libraryd.model.Arrival.Source;
import org.libraryd.model.ReferenceModel.Claim;
import org.libraryd.model.Rendering.Rendered;

/** Writes records down one by one, shows each to the model and remembers what was said. */
final class CorpusTape {

  /** A loan as the desk knows it. */
  record Borrowed(int number, String loanId, String bookId, String memberId) {}

  /** An event and the loan whose partition it goes to. */
  record Told(Borrowed about, Event event) {}

  private static final Instant EPOCH = Instant.parse("2024-03-01T08:00:00Z");
  private static final List<String> LOAN_NAMES =
      List.of("L-", "L ", "\u501f-", "\ud83d\udcd6", "l\u00f6n/");

  private final long seed;
  private final CorpusShape shape;
  private final Random random;
  private final ReferenceModel model;
  private final List<EventCorpus.Item> items = new ArrayList<>();
  private final List<List<Told>> told = new ArrayList<>();
  private final long[] offsets;
  private int loanCount;
  private int idCount;

  CorpusTape(long seed, CorpusShape shape, Random random, ReferenceModel model) {
    this.seed = seed;
    this.shape = shape;
    this.random = random;
    this.model = model;
    offsets = new long[shape.partitions()];
    for (int partition = 0; partition < shape.partitions(); partition++) {
      told.add(new ArrayList<>());
    }
  }

  int length() {
    return items.size();
  }

  EventCorpus corpus() {
    return new EventCorpus(seed, items, model);
  }

  Borrowed borrow() {
    int number = loanCount++;
    String loanId = LOAN_NAMES.get(random.nextInt(LOAN_NAMES.size())) + number;
    return new Borrowed(number, loanId, "B-" + number % 97, "M-" + number % shape.members());
  }

  Told event(Borrowed loan, Kind kind) {
    return new Told(loan, new Event(newId(), content(loan, kind, random.nextInt(4) == 0)));
  }

  Content content(Borrowed loan, Kind kind, boolean named) {
    boolean full = named || kind == Kind.CREATED;
    Instant at = EPOCH.plusSeconds(60L * items.size()).plusNanos(1000L * loan.number());
    return new Content(
        kind, loan.loanId(), full ? loan.bookId() : null, full ? loan.memberId() : null, at);
  }

  String newId() {
    return "e-" + Long.toHexString(seed & 0xffff) + "-" + idCount++;
  }

  int partition(Borrowed loan) {
    return loan.number() % shape.partitions();
  }

  /** Tells an event in a random form, unless it is a copy that is not safe by now. */
  void tell(Told event) {
    if (mayBeCopied(event.event())) {
      told.get(partition(event.about())).add(event);
      boolean plainly = random.nextInt(4) > 0;
      emit(
          event.about(),
          event.event(),
          plainly ? Rendering.plain(event.event()) : Rendering.any(event.event(), random));
    }
  }

  void emit(Borrowed loan, Meaning meaning, Rendered rendered) {
    int partition = partition(loan);
    Arrival arrival = new Arrival(Source.of(partition, offsets[partition]++), meaning);
    byte @Nullable [] key = random.nextInt(40) == 0 ? null : loan.loanId().getBytes(UTF_8);
    ProducerRecord<byte[], byte[]> sent =
        new ProducerRecord<>(shape.topic(), partition, key, rendered.value(), rendered.headers());
    items.add(new EventCorpus.Item(sent, arrival, model.deliver(arrival)));
  }

  /** Leaves an offset to somebody else. */
  void skip(int partition) {
    offsets[partition]++;
  }

  boolean mayBeCopied(Event event) {
    return !shape.replaySafe()
        || !model.claims().containsKey(event.eventId())
        || mayBeReused(event);
  }

  boolean mayBeReused(Event event) {
    Claim claim = model.claims().get(event.eventId());
    return !shape.replaySafe() || (claim != null && claim.outcome() != Verdict.Outcome.PARKED);
  }

  /** Draws an event told before, or {@code null} if it finds none that is wanted. */
  @Nullable Told earlier(Predicate<Event> wanted) {
    List<Told> candidates = told.get(random.nextInt(told.size()));
    for (int attempt = 0; attempt < 10 && !candidates.isEmpty(); attempt++) {
      // Half of them are recent, so that a copy often shares a batch with its first.
      int reach = random.nextBoolean() ? Math.min(10, candidates.size()) : candidates.size();
      Told drawn = candidates.get(candidates.size() - 1 - random.nextInt(reach));
      if (wanted.test(drawn.event())) {
        return drawn;
      }
    }
    return null;
  }
}
