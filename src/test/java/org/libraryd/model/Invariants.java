package org.libraryd.model;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * Checks a service at rest: all input read, all rows sent.
 *
 * <p>Each broken invariant is named with its first offenders; the labels I1 to I5 are one effect,
 * accounting, the trio of claim, change and outbox row, legal states, and the audit copy.
 */
public final class Invariants {

  private final Connection connection;
  private final TopicReader reader;
  private final TopicNames topics;
  private int stubs;

  /** Uses the connection only while checking, for plain reads of whole tables. */
  public Invariants(Connection connection, String bootstrap, TopicNames topics) {
    this.connection = connection;
    this.reader = new TopicReader(bootstrap);
    this.topics = topics;
  }

  /** Expects that so many records do not fit the audit topic and have a stub there. */
  public Invariants expectingStubs(int count) {
    stubs = count;
    return this;
  }

  /**
   * Compares tables and topics with what the corpus must lead to.
   *
   * @throws AssertionError naming every broken invariant and its first offenders
   */
  public Figures check(EventCorpus corpus) throws SQLException {
    Examination result = examine(corpus);
    result.findings().verify(corpus + "\n" + result.figures());
    return result.figures();
  }

  /** Compares tables and topics with what the corpus must lead to, and tells what is wrong. */
  public Examination examine(EventCorpus corpus) throws SQLException {
    Tables tables = Tables.read(connection);
    List<ConsumerRecord<byte[], byte[]>> source = reader.read(topics.loan());
    List<ConsumerRecord<byte[], byte[]>> changed = reader.read(topics.changed());
    List<ConsumerRecord<byte[], byte[]>> notices = reader.read(topics.notice());
    List<ConsumerRecord<byte[], byte[]>> letters = reader.read(topics.deadLetter());
    List<ConsumerRecord<byte[], byte[]>> audit = reader.read(topics.audit());
    Findings findings = new Findings();
    if (source.size() != corpus.size()) {
      findings.none("I2 records sent", List.of(source.size() + " instead of " + corpus.size()));
    }

    TableChecks inTables = new TableChecks(tables, topics, findings);
    inTables.oneEffectEach();
    inTables.parkedInBoth();
    inTables.equal(corpus.model());
    inTables.complete(corpus.model());

    TopicChecks onTopics = new TopicChecks(source, findings);
    onTopics.changes(corpus.model(), tables.outboxFor(topics.changed()), changed);
    onTopics.published("notices", tables.outboxFor(topics.notice()), notices);
    onTopics.deadLetters(tables.lettersOf(TableChecks.LIFECYCLE), letters);
    onTopics.audit(audit, stubs);

    Figures figures =
        new Figures(
            source.size(),
            tables.loans().size(),
            tables.claimsOf(TableChecks.LIFECYCLE).size(),
            tables.letters().size(),
            tables.outboxFor(topics.changed()).size(),
            changed.size(),
            notices.size(),
            letters.size(),
            audit.size(),
            new Balance(corpus, tables, source.size(), audit, changed).figures());
    return new Examination(figures, findings);
  }

  /** What was counted, and each broken invariant with its first offenders. */
  public record Examination(Figures figures, Findings findings) {

    /** Returns the lines that name them; none where nothing is wrong. */
    public List<String> faults() {
      return findings.lines();
    }
  }

  /** What was counted: rows in the tables and records on the topics. */
  public record Figures(
      int records,
      int loans,
      int claims,
      int deadLetters,
      int changes,
      int changesOnTopic,
      int noticesOnTopic,
      int deadLettersOnTopic,
      int auditOnTopic,
      Balance.Figures balance) {

    /** Returns how many changes are on the topic more than once. */
    public int repeats() {
      return changesOnTopic - changes;
    }

    @Override
    public String toString() {
      return String.format(
          "%d records: %d loans, %d claims, %d dead letters, %d changes;"
              + " on topics %d changes (%d repeated), %d notices, %d dead letters, %d audit copies",
          records,
          loans,
          claims,
          deadLetters,
          changes,
          changesOnTopic,
          repeats(),
          noticesOnTopic,
          deadLettersOnTopic,
          auditOnTopic);
    }
  }
}
