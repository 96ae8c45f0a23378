package org.libraryd.model;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.libraryd.model.ReferenceModel.Loan;
import org.libraryd.model.Tables.LetterRow;
import org.libraryd.model.Tables.OutboxRow;

/** A check that cannot fail proves nothing: each kind of damage is found, and no damage is not. */
class InvariantsTest {

  private final Exhibit exhibit =
      new Exhibit(EventCorpus.generate(EventCorpus.seed(), 400, CorpusShape.dense("loans")));

  @Test
  void aFaultlessServicePasses() {
    assertThatCode(() -> exhibit.findings().verify(exhibit.corpus)).doesNotThrowAnyException();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("damages")
  void damageIsNamed(String name, Consumer<Exhibit> damage, String invariant) {
    damage.accept(exhibit);

    assertThatThrownBy(() -> exhibit.findings().verify(exhibit.corpus))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("-Dseed=")
        .hasMessageContaining(invariant);
  }

  static Stream<Arguments> damages() {
    return Stream.of(
        damage("a claim lost", it -> it.tables.claims().remove(0), "I2 consumed_event"),
        damage("a loan lost", it -> it.tables.loans().remove(0), "I4 loan table"),
        damage("a loan counted twice", InvariantsTest::raise, "I3 as many applied claims"),
        damage("a change twice", it -> again(it.tables.outbox()), "I1 at most one outbox row"),
        damage("a change lost", it -> it.tables.outbox().remove(0), "I1 one outbox row per"),
        damage("a change unsent", InvariantsTest::unsend, "outbox rows still unsent"),
        damage("a letter lost", it -> it.tables.letters().remove(0), "I2 dead_letter"),
        damage("parked ones lost", InvariantsTest::unpark, "I3 parked claims of loan-lifecycle"),
        damage("a notice lost", InvariantsTest::unnotice, "I1 notices"),
        damage("a record lost on the way", it -> it.changed.remove(0), "changes on the topic, by"),
        damage("records in disorder", it -> Collections.reverse(it.changed), "first appearance"),
        damage("a repeat that differs", InvariantsTest::forge, "repeated changes are the same"),
        damage("a copy lost", it -> it.letters.remove(0), "dead letters on the topic"),
        damage("a copy changed", InvariantsTest::spoil, "dead letter copies are the source"),
        damage("an offset not audited", it -> it.audit.remove(0), "I5 copies per source offset"),
        damage("an offset audited twice", it -> again(it.audit), "I5 copies per source offset"),
        damage("audit in disorder", it -> Collections.reverse(it.audit), "I5 order of a key"));
  }

  @Test
  void aRepeatOfTheSameRecordIsAllowed() {
    again(exhibit.changed);

    assertThatCode(() -> exhibit.findings().verify(exhibit.corpus)).doesNotThrowAnyException();
  }

  private static Arguments damage(String name, Consumer<Exhibit> damage, String invariant) {
    return Arguments.of(name, damage, invariant);
  }

  private static <T> void again(List<T> rows) {
    rows.add(rows.get(0));
  }

  private static void raise(Exhibit it) {
    it.tables
        .loans()
        .replaceAll(
            loan ->
                new Loan(
                    loan.loanId(),
                    loan.bookId(),
                    loan.memberId(),
                    loan.status(),
                    loan.version() + 1));
  }

  private static void unsend(Exhibit it) {
    OutboxRow row = it.tables.outbox().get(0);
    it.tables
        .outbox()
        .set(
            0,
            new OutboxRow(
                row.id(),
                row.eventId(),
                row.eventType(),
                row.topic(),
                row.aggregateId(),
                row.version(),
                row.payload(),
                null,
                false,
                null));
  }

  private static void unpark(Exhibit it) {
    LetterRow never =
        new LetterRow(
            "x", TableChecks.LIFECYCLE, "never", "L", null, "PARKED", "loans", 0, 9_999, 0);
    it.tables.letters().add(never);
  }

  private static void unnotice(Exhibit it) {
    it.tables.claims().removeIf(claim -> claim.consumer().equals(TableChecks.NOTICE));
  }

  private static void forge(Exhibit it) {
    ConsumerRecord<byte[], byte[]> first = it.changed.get(0);
    it.changed.add(
        Exhibit.found(0, 9_999, first.key(), "forged".getBytes(UTF_8), first.headers().toArray()));
  }

  private static void spoil(Exhibit it) {
    ConsumerRecord<byte[], byte[]> first = it.letters.get(0);
    it.letters.set(
        0, Exhibit.found(0, 0, first.key(), "spoilt".getBytes(UTF_8), first.headers().toArray()));
  }
}
