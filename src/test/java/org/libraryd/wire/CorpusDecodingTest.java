package org.libraryd.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.record.TimestampType;
import org.junit.jupiter.api.Test;
import org.libraryd.model.Arrival.Content;
import org.libraryd.model.Arrival.Event;
import org.libraryd.model.Arrival.Ignored;
import org.libraryd.model.Arrival.Meaning;
import org.libraryd.model.Arrival.Refused;
import org.libraryd.model.CorpusShape;
import org.libraryd.model.EventCorpus;
import org.libraryd.model.Kind;

/** The decoder and the generator, written apart, agree on what each record means. */
class CorpusDecodingTest {

  private static final String RENEWED = "loan.renewed";

  private final long seed = EventCorpus.seed();
  private final EventCorpus corpus =
      EventCorpus.generate(seed, 3_000, CorpusShape.dense("loans").withIgnoredType(RENEWED));
  private final LoanEventDecoder decoder = new LoanEventDecoder(Set.of(RENEWED), Clock.systemUTC());

  @Test
  void theDecoderReadsEachRecordAsTheGeneratorMeantIt() {
    for (EventCorpus.Item item : corpus.items()) {
      assertThat(meaning(decode(item)))
          .as("%s of %s", item, corpus)
          .isEqualTo(item.arrival().meaning());
    }
  }

  @Test
  void theContentHashTellsWhetherTheContentIsTheSame() {
    Map<Content, String> hashes = new HashMap<>();
    for (EventCorpus.Item item : corpus.items()) {
      if (item.arrival().meaning() instanceof Event event
          && decode(item) instanceof Decoded.Accepted accepted) {
        String hash = accepted.event().contentHash();
        assertThat(hashes.merge(event.content(), hash, (first, second) -> first))
            .as("%s of %s", item, corpus)
            .isEqualTo(hash);
      }
    }
    assertThat(hashes.values()).doesNotHaveDuplicates();
  }

  private Decoded decode(EventCorpus.Item item) {
    return decoder.decode(
        new ConsumerRecord<>(
            "loans",
            0,
            item.arrival().source().offset(),
            0L,
            TimestampType.CREATE_TIME,
            0,
            0,
            item.sent().key(),
            item.sent().value(),
            item.sent().headers(),
            Optional.empty()));
  }

  private static Meaning meaning(Decoded decoded) {
    if (decoded instanceof Decoded.Accepted accepted) {
      LoanEvent event = accepted.event();
      Kind kind = Kind.valueOf(event.type().name());
      return new Event(
          event.eventId(),
          new Content(kind, event.loanId(), event.bookId(), event.memberId(), event.occurredAt()));
    }
    return decoded instanceof Decoded.Refused refused
        ? new Refused(refused.reason().label())
        : new Ignored();
  }
}
