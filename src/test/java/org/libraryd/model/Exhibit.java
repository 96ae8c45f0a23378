package org.libraryd.model;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.libraryd.model.Rendering.header;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.jspecify.annotations.Nullable;
import org.libraryd.model.Arrival.Event;
import org.libraryd.model.ReferenceModel.Changed;
import org.libraryd.model.ReferenceModel.DeadLetter;
import org.libraryd.model.Tables.ClaimRow;
import org.libraryd.model.Tables.LetterRow;
import org.libraryd.model.Tables.OutboxRow;

/** The tables and topics that a faultless service would leave, for tests to damage. */
final class Exhibit {

  final EventCorpus corpus;
  final List<ConsumerRecord<byte[], byte[]>> source = new ArrayList<>();
  final List<ConsumerRecord<byte[], byte[]>> changed = new ArrayList<>();
  final List<ConsumerRecord<byte[], byte[]>> letters = new ArrayList<>();
  final List<ConsumerRecord<byte[], byte[]>> audit = new ArrayList<>();
  final Tables tables;

  Exhibit(EventCorpus corpus) {
    this.corpus = corpus;
    ReferenceModel model = corpus.model();
    tables =
        new Tables(
            new ArrayList<>(model.loans().values()),
            new ArrayList<>(),
            new ArrayList<>(),
            new ArrayList<>());
    corpus.items().forEach(this::receive);
    model
        .claims()
        .forEach(
            (id, claim) ->
                tables
                    .claims()
                    .add(claim(id, TableChecks.LIFECYCLE, claim.outcome().name(), claim)));
    model.changes().values().forEach(all -> all.forEach(this::publish));
    model.deadLetters().forEach(this::bury);
  }

  Findings findings() {
    Findings findings = new Findings();
    TableChecks inTables = new TableChecks(tables, TopicNames.STANDARD, findings);
    inTables.oneEffectEach();
    inTables.parkedInBoth();
    inTables.equal(corpus.model());
    inTables.complete(corpus.model());
    TopicChecks onTopics = new TopicChecks(source, findings);
    List<OutboxRow> changes = tables.outboxFor(TopicNames.STANDARD.changed());
    onTopics.changes(corpus.model(), changes, changed);
    onTopics.deadLetters(tables.letters(), letters);
    onTopics.audit(audit, 0);
    return findings;
  }

  private void receive(EventCorpus.Item item) {
    ProducerRecord<byte[], byte[]> sent = item.sent();
    Arrival.Source at = item.arrival().source();
    source.add(
        found(at.partition(), at.offset(), sent.key(), sent.value(), sent.headers().toArray()));
    audit.add(copy(at, "source-", audit.size(), null, 0));
  }

  private void publish(Changed change) {
    String id = "out-" + change.sourceEventId() + "-" + change.after().version();
    String payload = change.toString();
    String loanId = change.after().loanId();
    outbox(id, TopicNames.STANDARD.changed(), change, payload);
    changed.add(
        found(
            0,
            changed.size(),
            loanId.getBytes(UTF_8),
            payload.getBytes(UTF_8),
            header("event-id", id),
            header("event-type", change.cause().kind().wireName()),
            header("loan-version", "" + change.after().version()),
            header("source-event-id", change.sourceEventId())));
    if (change.cause().kind().isNoticed()) {
      outbox("notice-" + id, TopicNames.STANDARD.notice(), change, payload);
      tables.claims().add(new ClaimRow(id, TableChecks.NOTICE, "APPLIED", loanId));
    }
  }

  private void outbox(String id, String topic, Changed change, String payload) {
    int version = change.after().version();
    String loanId = change.after().loanId();
    tables
        .outbox()
        .add(new OutboxRow(0, id, "any", topic, loanId, version, payload, null, true, null));
  }

  private void bury(DeadLetter letter) {
    Optional<Event> event = Optional.ofNullable(letter.event());
    String id = "letter-" + letter.source();
    tables
        .letters()
        .add(
            new LetterRow(
                id,
                TableChecks.LIFECYCLE,
                event.map(Event::eventId).orElse(null),
                event.map(said -> said.content().loanId()).orElse(null),
                letter.reason(),
                letter.status().name(),
                TopicNames.STANDARD.loan(),
                letter.source().partition(),
                letter.source().offset(),
                letter.attempts()));
    for (int attempt = 1; attempt <= letter.attempts(); attempt++) {
      letters.add(copy(letter.source(), "dead-letter-", letters.size(), id, attempt));
    }
  }

  private ConsumerRecord<byte[], byte[]> copy(
      Arrival.Source at, String prefix, int offset, @Nullable String id, int attempt) {
    ConsumerRecord<byte[], byte[]> original =
        source.stream()
            .filter(it -> it.partition() == at.partition() && it.offset() == at.offset())
            .findFirst()
            .orElseThrow();
    Headers headers = new RecordHeaders(original.headers());
    headers.add(header(prefix + "partition", "" + at.partition()));
    headers.add(header(prefix + "offset", "" + at.offset()));
    if (id != null) {
      headers.add(header(prefix + "id", id)).add(header(prefix + "attempt", "" + attempt));
    }
    return found(0, offset, original.key(), original.value(), headers.toArray());
  }

  static ConsumerRecord<byte[], byte[]> found(
      int partition,
      long offset,
      byte @Nullable [] key,
      byte @Nullable [] value,
      Header... headers) {
    return new ConsumerRecord<>(
        "any",
        partition,
        offset,
        0L,
        TimestampType.CREATE_TIME,
        0,
        0,
        key,
        value,
        new RecordHeaders(headers),
        Optional.empty());
  }

  private static ClaimRow claim(
      String id, String consumer, String outcome, ReferenceModel.Claim claim) {
    return new ClaimRow(id, consumer, outcome, claim.content().loanId());
  }
}
