package org.libraryd.model;

import static java.util.stream.Collectors.toMap;
import static java.util.stream.Collectors.toSet;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.libraryd.model.ReferenceModel.Loan;
import org.libraryd.model.Tables.OutboxRow;

/** Counts effects that are missing and effects that are there more often than they may be. */
public final class Balance {

  /**
   * The two numbers that must be zero.
   *
   * @param lost claims, dead letters, versions, published changes and audit copies that are missing
   * @param doubled versions, outbox rows and audit copies that are too many
   */
  public record Figures(int lost, int doubled) {}

  private final EventCorpus corpus;
  private final Tables tables;
  private final int records;
  private final List<ConsumerRecord<byte[], byte[]>> audit;
  private final List<ConsumerRecord<byte[], byte[]>> changed;

  Balance(
      EventCorpus corpus,
      Tables tables,
      int records,
      List<ConsumerRecord<byte[], byte[]>> audit,
      List<ConsumerRecord<byte[], byte[]>> changed) {
    this.corpus = corpus;
    this.tables = tables;
    this.records = records;
    this.audit = audit;
    this.changed = changed;
  }

  Figures figures() {
    int lost = missingClaims() + missingLetters() + unpublished();
    int doubled = repeatedVersions();
    Map<String, Integer> versions =
        tables.loans().stream().collect(toMap(Loan::loanId, Loan::version));
    for (Loan wanted : corpus.model().loans().values()) {
      int more = versions.getOrDefault(wanted.loanId(), 0) - wanted.version();
      lost += Math.max(0, -more);
      doubled += Math.max(0, more);
    }
    int copies = distinctCopies();
    return new Figures(lost + records - copies, doubled + audit.size() - copies);
  }

  private int missingClaims() {
    Set<String> missing = new TreeSet<>(corpus.model().claims().keySet());
    tables.claimsOf(TableChecks.LIFECYCLE).forEach(claim -> missing.remove(claim.eventId()));
    return missing.size();
  }

  private int missingLetters() {
    Set<String> missing =
        corpus.model().deadLetters().stream()
            .map(letter -> letter.source().partition() + "@" + letter.source().offset())
            .collect(toSet());
    tables
        .lettersOf(TableChecks.LIFECYCLE)
        .forEach(letter -> missing.remove(letter.partition() + "@" + letter.offset()));
    return missing.size();
  }

  private int unpublished() {
    Set<String> missing = new HashSet<>();
    tables.outboxFor(TopicNames.STANDARD.changed()).forEach(row -> missing.add(row.eventId()));
    changed.forEach(record -> missing.remove(TopicReader.header(record, "event-id")));
    return missing.size();
  }

  private int repeatedVersions() {
    List<OutboxRow> rows = tables.outboxFor(TopicNames.STANDARD.changed());
    long distinct =
        rows.stream().map(row -> row.aggregateId() + " " + row.version()).distinct().count();
    return rows.size() - (int) distinct;
  }

  private int distinctCopies() {
    return (int)
        audit.stream()
            .map(
                copy ->
                    TopicReader.header(copy, "source-partition")
                        + "@"
                        + TopicReader.header(copy, "source-offset"))
            .distinct()
            .count();
  }
}
