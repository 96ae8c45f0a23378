package org.libraryd.model;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.toMap;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;
import org.libraryd.model.ReferenceModel.Changed;
import org.libraryd.model.Tables.OutboxRow;

/** What must hold on the outgoing topics, read as a committed reader. */
final class TopicChecks {

  private final List<ConsumerRecord<byte[], byte[]>> source;
  private final Findings findings;

  TopicChecks(List<ConsumerRecord<byte[], byte[]>> source, Findings findings) {
    this.source = source;
    this.findings = findings;
  }

  /** Every change is there, in version order of first appearance; a repeat is the same record. */
  void changes(
      ReferenceModel model, List<OutboxRow> outbox, List<ConsumerRecord<byte[], byte[]>> onTopic) {
    Map<String, String> wanted = new TreeMap<>();
    model
        .changes()
        .forEach(
            (loan, all) -> wanted.put(loan, all.stream().map(TopicChecks::text).toList() + ""));
    Map<String, List<String>> seen = new TreeMap<>();
    for (ConsumerRecord<byte[], byte[]> first : firsts("changes", onTopic).values()) {
      seen.computeIfAbsent(key(first), loan -> new ArrayList<>()).add(text(first));
    }
    Map<String, String> found = new TreeMap<>();
    seen.forEach((loan, all) -> found.put(loan, all + ""));
    findings.same("changes on the topic, by loan, in order of first appearance", wanted, found);
    published("changes", outbox, onTopic);
  }

  /** Exactly the rows of the outbox are there, each under its own id and with its own payload. */
  void published(
      String what, List<OutboxRow> outbox, List<ConsumerRecord<byte[], byte[]>> onTopic) {
    Map<String, String> wanted = new TreeMap<>();
    outbox.forEach(
        row -> wanted.put(row.eventId(), Objects.requireNonNullElse(row.payload(), "no payload")));
    Map<String, String> found = new TreeMap<>();
    firsts(what, onTopic)
        .forEach((id, first) -> found.put(id, new String(bytes(first.value()), UTF_8)));
    findings.same(what + " on the topic are those of the outbox", wanted, found);
  }

  /** Each copy is the source record itself and names its place; no attempt is missing. */
  void deadLetters(List<Tables.LetterRow> letters, List<ConsumerRecord<byte[], byte[]>> onTopic) {
    Map<String, Long> wanted = new TreeMap<>();
    for (Tables.LetterRow letter : letters) {
      for (int attempt = 1; attempt <= letter.attempts(); attempt++) {
        wanted.put(
            letter.id() + " " + letter.partition() + "@" + letter.offset() + " #" + attempt, 1L);
      }
    }
    Map<String, Long> found = new TreeMap<>();
    for (ConsumerRecord<byte[], byte[]> copy : onTopic) {
      String place =
          TopicReader.header(copy, "dead-letter-partition")
              + "@"
              + TopicReader.header(copy, "dead-letter-offset");
      found.put(
          TopicReader.header(copy, "dead-letter-id")
              + " "
              + place
              + " #"
              + TopicReader.header(copy, "dead-letter-attempt"),
          1L);
    }
    findings.same("dead letters on the topic, by id, place and attempt", wanted, found);
    verbatim("dead letter copies", "dead-letter-", onTopic);
  }

  /**
   * Every source record is there exactly once, as it was, in its order per key.
   *
   * @param stubs how many of them the topic cannot take, so that a stub stands for each
   */
  void audit(List<ConsumerRecord<byte[], byte[]>> onTopic, int stubs) {
    Map<String, Integer> wanted = new TreeMap<>();
    source.forEach(record -> wanted.put(place(record), 1));
    Map<String, Integer> found = new TreeMap<>();
    Map<String, Long> last = new TreeMap<>();
    List<String> disorder = new ArrayList<>();
    for (ConsumerRecord<byte[], byte[]> copy : onTopic) {
      found.merge(sourcePlace(copy, "source-"), 1, Integer::sum);
      long offset = number(copy, "source-offset");
      String lane = number(copy, "source-partition") + " " + key(copy);
      Long before = last.put(lane, offset);
      if (copy.key() != null && before != null && before > offset) {
        disorder.add("key " + key(copy) + ": " + offset + " after " + before);
      }
    }
    findings.same("I5 copies per source offset on the audit topic", wanted, found);
    findings.none("I5 order of a key on the audit topic", disorder);
    List<ConsumerRecord<byte[], byte[]>> verbatim =
        onTopic.stream().filter(copy -> copy.headers().lastHeader("audit-stub") == null).toList();
    findings.same(
        "I5 stubs", Map.of("stubs", stubs), Map.of("stubs", onTopic.size() - verbatim.size()));
    verbatim("I5 audit copies", "source-", verbatim);
  }

  private void verbatim(String what, String prefix, List<ConsumerRecord<byte[], byte[]>> copies) {
    Map<String, ConsumerRecord<byte[], byte[]>> originals =
        source.stream().collect(toMap(TopicChecks::place, record -> record));
    List<String> different = new ArrayList<>();
    for (ConsumerRecord<byte[], byte[]> copy : copies) {
      ConsumerRecord<byte[], byte[]> original = originals.get(sourcePlace(copy, prefix));
      if (original == null) {
        different.add("no source record at " + sourcePlace(copy, prefix));
      } else if (!Arrays.equals(original.key(), copy.key())
          || !Arrays.equals(original.value(), copy.value())) {
        different.add("key or value of " + place(original));
      } else if (!headers(original.headers(), "").equals(headers(copy.headers(), prefix))) {
        different.add(
            "headers of " + place(original) + ": " + original.headers() + ", " + copy.headers());
      }
    }
    findings.none(what + " are the source records", different);
  }

  /** First appearances by event id, in topic order; finds fault with repeats that differ. */
  private Map<String, ConsumerRecord<byte[], byte[]>> firsts(
      String what, List<ConsumerRecord<byte[], byte[]>> onTopic) {
    Map<String, ConsumerRecord<byte[], byte[]>> firsts = new LinkedHashMap<>();
    List<String> different = new ArrayList<>();
    for (ConsumerRecord<byte[], byte[]> found : onTopic) {
      String id = Objects.requireNonNullElse(TopicReader.header(found, "event-id"), "no id");
      ConsumerRecord<byte[], byte[]> first = firsts.putIfAbsent(id, found);
      if (first != null
          && !(Arrays.equals(first.key(), found.key())
              && Arrays.equals(first.value(), found.value()))) {
        different.add(id + " at " + place(first) + " and " + place(found));
      }
    }
    findings.none("repeated " + what + " are the same record", different);
    return firsts;
  }

  private static String text(Changed change) {
    return "v"
        + change.after().version()
        + " "
        + change.cause().kind().wireName()
        + " from "
        + change.sourceEventId();
  }

  private static String text(ConsumerRecord<byte[], byte[]> change) {
    return "v"
        + TopicReader.header(change, "loan-version")
        + " "
        + TopicReader.header(change, "event-type")
        + " from "
        + TopicReader.header(change, "source-event-id");
  }

  private static List<String> headers(Iterable<Header> headers, String without) {
    List<String> texts = new ArrayList<>();
    for (Header header : headers) {
      if (without.isEmpty() || !header.key().startsWith(without)) {
        texts.add(header.key() + "=" + Arrays.toString(header.value()));
      }
    }
    return texts;
  }

  private static long number(ConsumerRecord<byte[], byte[]> found, String header) {
    String text = TopicReader.header(found, header);
    return text == null || !text.matches("[0-9]{1,18}") ? -1 : Long.parseLong(text);
  }

  private static String sourcePlace(ConsumerRecord<byte[], byte[]> copy, String prefix) {
    return number(copy, prefix + "partition") + "@" + number(copy, prefix + "offset");
  }

  private static String place(ConsumerRecord<byte[], byte[]> found) {
    return found.partition() + "@" + found.offset();
  }

  private static String key(ConsumerRecord<byte[], byte[]> found) {
    return new String(bytes(found.key()), UTF_8);
  }

  private static byte[] bytes(byte @Nullable [] value) {
    return value == null ? new byte[0] : value;
  }
}
