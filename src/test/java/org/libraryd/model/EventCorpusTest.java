package org.libraryd.model;

import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The generator says what it promises; a corpus without rejects would prove nothing. */
class EventCorpusTest {

  private static final CorpusShape DENSE =
      CorpusShape.dense("loans").withIgnoredType("loan.renewed");
  private static final CorpusShape SAFE = CorpusShape.replaySafe("loans");

  private final long seed = EventCorpus.seed();

  @BeforeEach
  void printSeed() {
    System.out.println("-Dseed=" + seed);
  }

  @Test
  void aDenseCorpusHasEveryVerdict() {
    EventCorpus corpus = EventCorpus.generate(seed, 2_000, DENSE);

    assertThat(corpus.verdicts())
        .as("%s", corpus)
        .containsOnlyKeys(
            "APPLIED",
            "DUPLICATE",
            "IGNORED",
            "PARKED",
            "UNCHANGED",
            "REJECTED ambiguous-id",
            "REJECTED conflicting-loan",
            "REJECTED id-reuse",
            "REJECTED illegal-transition",
            "REJECTED invalid-field",
            "REJECTED invalid-id",
            "REJECTED malformed",
            "REJECTED missing-id",
            "REJECTED parking-full",
            "REJECTED terminal-state",
            "REJECTED unknown-type");
    assertThat(corpus.verdicts().getOrDefault("DUPLICATE", 0L)).isBetween(120L, 320L);
  }

  @Test
  void offsetsOfOthersAreLeftOut() {
    EventCorpus corpus = EventCorpus.generate(seed, 300, SAFE, Map.of(100, 1, 200, 1));

    assertThat(lastOffset(corpus, 0, 300)).isEqualTo(count(corpus, 0, 300) - 1);
    assertThat(lastOffset(corpus, 1, 100)).isEqualTo(count(corpus, 1, 100) - 1);
    assertThat(lastOffset(corpus, 1, 200)).isEqualTo(count(corpus, 1, 200));
    assertThat(lastOffset(corpus, 1, 300)).isEqualTo(count(corpus, 1, 300) + 1);
  }

  @Test
  void theSameSeedGivesTheSameRecords() {
    List<EventCorpus.Item> once = EventCorpus.generate(seed, 500, DENSE).items();
    List<EventCorpus.Item> again = EventCorpus.generate(seed, 500, DENSE).items();

    assertThat(again).hasSameSizeAs(once);
    for (int i = 0; i < once.size(); i++) {
      assertThat(again.get(i).arrival()).isEqualTo(once.get(i).arrival());
      assertThat(again.get(i).sent().headers()).isEqualTo(once.get(i).sent().headers());
      assertThat(again.get(i).sent().value()).isEqualTo(once.get(i).sent().value());
    }
  }

  @Test
  void anIdAndALoanStayOnOnePartition() {
    Map<String, Integer> homes = new HashMap<>();
    for (EventCorpus.Item item :
        EventCorpus.generate(seed, 2_000, DENSE.withPartitions(3)).items()) {
      if (item.arrival().meaning() instanceof Arrival.Event event) {
        int partition = item.arrival().source().partition();
        for (String name : List.of("id " + event.eventId(), "loan " + event.content().loanId())) {
          Integer home = homes.putIfAbsent(name, partition);
          assertThat(home == null ? partition : home).as(name).isEqualTo(partition);
        }
      }
    }
    assertThat(homes.values().stream().collect(toSet())).hasSize(3);
  }

  @Test
  void theOrderBetweenPartitionsChangesNothing() {
    EventCorpus corpus = EventCorpus.generate(seed, 2_000, DENSE.withPartitions(3));
    ReferenceModel sorted = new ReferenceModel(DENSE.parkingPerLoan());

    for (int partition = 0; partition < 3; partition++) {
      for (EventCorpus.Item item : corpus.items()) {
        if (item.arrival().source().partition() == partition) {
          assertThat(sorted.deliver(item.arrival())).isEqualTo(item.verdict());
        }
      }
    }

    assertThat(sorted.loans()).isEqualTo(corpus.model().loans());
    assertThat(sorted.claims()).isEqualTo(corpus.model().claims());
    assertThat(sorted.changes()).isEqualTo(corpus.model().changes());
  }

  @Test
  void aReplayOfWhatWasHandledChangesNothingInASafeCorpus() {
    EventCorpus corpus = EventCorpus.generate(seed, 2_000, SAFE);
    ReferenceModel replayed = new ReferenceModel(SAFE.parkingPerLoan());
    Random random = new Random(seed);
    int handled = 0;

    while (handled < corpus.size()) {
      int first = Math.max(0, handled - random.nextInt(300));
      int next = Math.min(corpus.size(), handled + random.nextInt(200));
      for (EventCorpus.Item item : corpus.items().subList(first, next)) {
        replayed.deliver(item.arrival());
      }
      handled = Math.max(handled, next);
    }

    assertThat(replayed.loans()).isEqualTo(corpus.model().loans());
    assertThat(replayed.claims()).isEqualTo(corpus.model().claims());
    assertThat(replayed.changes()).isEqualTo(corpus.model().changes());
    assertThat(replayed.deadLetters())
        .containsExactlyInAnyOrderElementsOf(corpus.model().deadLetters());
    assertThat(replayed.deadLetterCopies())
        .containsExactlyInAnyOrderElementsOf(corpus.model().deadLetterCopies());
  }

  @Test
  void aSafeCorpusStillHasTheVerdictsThatMatter() {
    assertThat(EventCorpus.generate(seed, 2_000, SAFE).verdicts())
        .containsKeys(
            "APPLIED",
            "UNCHANGED",
            "DUPLICATE",
            "PARKED",
            "REJECTED id-reuse",
            "REJECTED illegal-transition",
            "REJECTED terminal-state",
            "REJECTED conflicting-loan",
            "REJECTED malformed");
  }

  private static long count(EventCorpus corpus, int partition, int records) {
    return sources(corpus, partition, records).count();
  }

  private static long lastOffset(EventCorpus corpus, int partition, int records) {
    return sources(corpus, partition, records)
        .mapToLong(Arrival.Source::offset)
        .max()
        .orElseThrow();
  }

  private static Stream<Arrival.Source> sources(EventCorpus corpus, int partition, int records) {
    return corpus.items().stream()
        .limit(records)
        .map(item -> item.arrival().source())
        .filter(source -> source.partition() == partition);
  }
}
