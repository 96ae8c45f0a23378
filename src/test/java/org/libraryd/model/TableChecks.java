package org.libraryd.model;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toList;
import static java.util.stream.Collectors.toMap;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.libraryd.model.ReferenceModel.DeadLetter;
import org.libraryd.model.ReferenceModel.LetterStatus;
import org.libraryd.model.ReferenceModel.Loan;
import org.libraryd.model.Tables.ClaimRow;
import org.libraryd.model.Tables.LetterRow;
import org.libraryd.model.Tables.OutboxRow;

/** What must hold between the tables, and between them and the model. */
final class TableChecks {

  static final String LIFECYCLE = "loan-lifecycle";
  static final String NOTICE = "loan-notice";

  private final Tables tables;
  private final TopicNames topics;
  private final Findings findings;

  TableChecks(Tables tables, TopicNames topics, Findings findings) {
    this.tables = tables;
    this.topics = topics;
    this.findings = findings;
  }

  /** One effect per event, and its three traces together: claim, version and outbox row. */
  void oneEffectEach() {
    findings.none(
        "I1 at most one claim per event and consumer",
        repeated(tables.claims(), claim -> claim.consumer() + " " + claim.eventId()));
    findings.none(
        "I1 at most one outbox row per outgoing id", repeated(tables.outbox(), OutboxRow::eventId));
    Map<String, List<Long>> versions =
        tables.outboxFor(topics.changed()).stream()
            .collect(
                groupingBy(
                    row -> Objects.requireNonNullElse(row.aggregateId(), "no loan"),
                    TreeMap::new,
                    mapping(OutboxRow::version, toList())));
    Map<String, List<Long>> dense =
        tables.loans().stream()
            .collect(toMap(Loan::loanId, loan -> upTo(loan.version()), (a, b) -> a, TreeMap::new));
    findings.same("I1 one outbox row per version, from 1, in order", dense, versions);
    Map<String, Long> applied =
        tables.claimsOf(LIFECYCLE).stream()
            .filter(claim -> claim.outcome().equals("APPLIED"))
            .collect(groupingBy(ClaimRow::loanId, TreeMap::new, counting()));
    Map<String, Long> raised =
        tables.loans().stream()
            .collect(toMap(Loan::loanId, loan -> (long) loan.version(), (a, b) -> a, TreeMap::new));
    findings.same("I3 as many applied claims as versions", raised, applied);
  }

  /** A parked event is a claim and a letter together. */
  void parkedInBoth() {
    for (String consumer : List.of(LIFECYCLE, NOTICE)) {
      Map<String, Long> claims =
          tables.claimsOf(consumer).stream()
              .filter(claim -> claim.outcome().equals("PARKED"))
              .collect(groupingBy(ClaimRow::eventId, TreeMap::new, counting()));
      Map<String, Long> letters =
          tables.lettersOf(consumer).stream()
              .filter(letter -> letter.status().equals("PARKED"))
              .collect(
                  groupingBy(
                      letter -> Objects.requireNonNullElse(letter.eventId(), "no id"),
                      TreeMap::new,
                      counting()));
      findings.same("I3 parked claims of " + consumer + " have their letters", claims, letters);
    }
  }

  /** The loan table, the claims and the dead letters are those of the model. */
  void equal(ReferenceModel model) {
    Map<String, Loan> loans =
        tables.loans().stream().collect(toMap(Loan::loanId, Function.identity()));
    findings.same("I4 loan table", model.loans(), loans);

    Map<String, String> wanted = new TreeMap<>();
    model
        .claims()
        .forEach((id, claim) -> wanted.put(id, claim.outcome() + " " + claim.content().loanId()));
    Map<String, String> claims =
        tables.claimsOf(LIFECYCLE).stream()
            .collect(
                toMap(
                    ClaimRow::eventId,
                    claim -> claim.outcome() + " " + claim.loanId(),
                    (a, b) -> a + " and " + b));
    findings.same("I2 consumed_event", wanted, claims);

    Map<String, String> letters = new TreeMap<>();
    model.deadLetters().forEach(letter -> letters.put(place(letter), text(letter)));
    Map<String, String> stored = new TreeMap<>();
    tables
        .lettersOf(LIFECYCLE)
        .forEach(letter -> stored.merge(place(letter), text(letter), (a, b) -> a + " and " + b));
    findings.same("I2 dead_letter", letters, stored);
    findings.same("parked events in order of arrival", parked(model), parked());
  }

  /** Every changed row is sent, and notices exist for exactly those that are told to members. */
  void complete(ReferenceModel model) {
    findings.none(
        "outbox rows still unsent",
        tables.outbox().stream().filter(row -> !row.published()).map(OutboxRow::toString).toList());
    long noticed =
        model.changes().values().stream()
            .flatMap(List::stream)
            .filter(change -> change.cause().kind().isNoticed())
            .count();
    findings.same(
        "I1 notices",
        Map.of("claims", noticed, "outbox rows", noticed),
        Map.of(
            "claims", (long) tables.claimsOf(NOTICE).size(),
            "outbox rows", (long) tables.outboxFor(topics.notice()).size()));
  }

  private static String place(DeadLetter letter) {
    return letter.source().partition() + "@" + letter.source().offset();
  }

  private static String place(LetterRow letter) {
    return letter.partition() + "@" + letter.offset();
  }

  private static String text(DeadLetter letter) {
    String reason = letter.status() == LetterStatus.DEAD ? " " + letter.reason() : "";
    return letter.status() + reason + " after " + letter.attempts();
  }

  private static String text(LetterRow letter) {
    String reason = letter.status().equals("DEAD") ? " " + letter.reason() : "";
    return letter.status() + reason + " after " + letter.attempts();
  }

  private static Map<String, List<String>> parked(ReferenceModel model) {
    return model.deadLetters().stream()
        .filter(letter -> letter.status() == LetterStatus.PARKED)
        .collect(
            groupingBy(
                letter -> Objects.requireNonNull(letter.event()).content().loanId(),
                TreeMap::new,
                mapping(TableChecks::place, toList())));
  }

  private Map<String, List<String>> parked() {
    return tables.lettersOf(LIFECYCLE).stream()
        .filter(letter -> letter.status().equals("PARKED"))
        .collect(
            groupingBy(
                letter -> Objects.requireNonNullElse(letter.loanId(), "no loan"),
                TreeMap::new,
                mapping(TableChecks::place, toList())));
  }

  private static List<Long> upTo(int version) {
    return IntStream.rangeClosed(1, version).mapToObj(Long::valueOf).toList();
  }

  private static <T> List<String> repeated(List<T> rows, Function<T, String> key) {
    Map<String, Long> counts = rows.stream().collect(groupingBy(key, TreeMap::new, counting()));
    List<String> repeated = new ArrayList<>();
    counts.forEach(
        (of, count) -> {
          if (count > 1) {
            repeated.add(of + " stands there " + count + " times");
          }
        });
    return repeated;
  }
}
