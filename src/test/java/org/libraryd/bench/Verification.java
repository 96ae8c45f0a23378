package org.libraryd.bench;

import java.sql.SQLException;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.libraryd.model.TopicReader;

/**
 * Holds what a contender has left against what it was given: nothing lost, nothing doubled, and the
 * same rows and records as the contenders before it that were given the same.
 */
final class Verification {
  private static final String LIFECYCLE = " FROM consumed_event WHERE consumer = 'loan-lifecycle'";
  private static final String CHANGED =
      " FROM outbox WHERE topic = '" + Stage.TOPICS.changed() + "'";
  private static final String NOTICE = " FROM outbox WHERE topic = '" + Stage.TOPICS.notice() + "'";

  private static final String GAPS =
      """
      SELECT count(*)
        FROM loan
        FULL JOIN (SELECT aggregate_id, count(*) AS number, max(aggregate_version) AS version,
                          count(DISTINCT aggregate_version) AS versions
                     FROM outbox WHERE topic = '%s' GROUP BY aggregate_id) AS changes
          ON loan_id = aggregate_id
       WHERE (loan.version, loan.version, loan.version)
             IS DISTINCT FROM (changes.version, number, versions)
      """
          .formatted(Stage.TOPICS.changed());

  /** All columns but times, numbers of rows and what is filled later. */
  private static final String CONTENT =
      """
      SELECT concat_ws(' ',
          (SELECT sum(hashtextextended(concat_ws('|', loan_id, book_id, member_id, status, version),
              0)) FROM loan),
          (SELECT sum(hashtextextended(concat_ws('|', event_id, payload_hash, outcome, loan_id), 0))
             FROM consumed_event WHERE consumer = 'loan-lifecycle'),
          (SELECT sum(hashtextextended(concat_ws('|', event_id, event_type, message_key, lane, shard,
              aggregate_id, aggregate_version, payload, headers), 0))
             FROM outbox WHERE topic = '%s'))
      """
          .formatted(Stage.TOPICS.changed());

  private final Stage stage;
  private final Map<String, String> before = new HashMap<>();

  Verification(Stage stage) {
    this.stage = stage;
  }

  /**
   * Each event of the load has its claim, its change of the loan and its outbox row.
   *
   * @param records how many records these events came in
   */
  void takenIn(Load load, int records) throws SQLException {
    int events = load.all();
    expect("claims", events, "SELECT count(*)" + LIFECYCLE);
    expect("applied claims", events, "SELECT count(*)" + LIFECYCLE + " AND outcome = 'APPLIED'");
    expect("versions of loans", events, "SELECT sum(version) FROM loan");
    expect("changes", events, "SELECT count(*)" + CHANGED);
    expect("loans whose changes have a gap or a repeat", 0, GAPS);
    expect(
        "positions",
        records,
        "SELECT sum(next_offset) FROM intake_position WHERE consumer = 'loan-lifecycle'");
    agree("tables after " + load, stage.text(CONTENT));
  }

  /** Each row is marked, and is on the topic once and in the order of its loan. */
  void published(String what, Load load) throws SQLException {
    expect("unpublished rows", 0, "SELECT count(*) FROM outbox WHERE NOT published");
    expect("published changes", load.all(), "SELECT count(*)" + CHANGED);
    TopicSum sum = new TopicSum("");
    Map<String, Long> versions = new HashMap<>();
    read(
        Stage.TOPICS.changed(),
        record -> {
          sum.add(record);
          String loan = header(record, "ce_subject");
          long version = Long.parseLong(header(record, "loan-version"));
          require(
              version == count(versions, loan),
              loan + " has a gap or a repeat before its version " + version);
        });
    expect("records of changes", load.all(), sum.records());
    agree(what + " on the topic after " + load, sum.toString());
  }

  /** Each change that a member is told of has one notice, and this is on the topic once. */
  void noticed() throws SQLException {
    double told =
        stage.ask(
            "SELECT count(*)"
                + CHANGED
                + " AND event_type IN ('loan.approved', 'loan.overdue', 'loan.returned')");
    expect("notices", told, "SELECT count(*)" + NOTICE);
    TopicSum sum = new TopicSum("");
    read(Stage.TOPICS.notice(), sum::add);
    expect("records of notices", told, sum.records());
  }

  /** Each record is on the audit topic as it was, once, and in order. */
  void audited(int records) {
    TopicSum sources = new TopicSum("source-");
    read(Stage.TOPICS.loan(), sources::add);
    TopicSum copies = new TopicSum("source-");
    Map<String, Long> copied = new HashMap<>();
    read(
        Stage.TOPICS.audit(),
        copy -> {
          copies.add(copy);
          String partition = header(copy, "source-partition");
          long offset = Long.parseLong(header(copy, "source-offset"));
          require(
              offset == count(copied, partition) - 1,
              "A gap or a repeat before the copy of " + partition + "@" + offset);
        });
    expect("records", records, sources.records());
    require(
        copies.toString().equals(sources.toString()),
        "The records are " + sources + " and the copies " + copies);
  }

  /** Returns how often this has been asked for the key. */
  private static long count(Map<String, Long> counts, String key) {
    long count = counts.getOrDefault(key, 0L) + 1;
    counts.put(key, count);
    return count;
  }

  private void agree(String what, String content) {
    String other = before.putIfAbsent(what, content);
    require(
        other == null || other.equals(content),
        "Contenders disagree on the " + what + ": " + other + " and " + content);
  }

  private void expect(String what, double expected, String sql) throws SQLException {
    expect(what, expected, stage.ask(sql));
  }

  private static void expect(String what, double expected, double found) {
    require(
        expected == found,
        String.format(Locale.ROOT, "%s: %.0f instead of %.0f", what, found, expected));
  }

  private static void require(boolean condition, String otherwise) {
    if (!condition) {
      throw new IllegalStateException(otherwise);
    }
  }

  private void read(String topic, Consumer<ConsumerRecord<byte[], byte[]>> handler) {
    new TopicReader(stage.bootstrap()).forEach(topic, handler);
  }

  private static String header(ConsumerRecord<byte[], byte[]> record, String name) {
    return Objects.requireNonNull(TopicReader.header(record, name), name);
  }
}
