package org.libraryd.wire;

import static java.util.regex.Matcher.quoteReplacement;

import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.jspecify.annotations.Nullable;

/** A valid {@code loan.created} record, to be damaged one way at a time. */
final class SampleRecord {
  static final Instant NOW = Instant.parse("2026-12-01T12:00:00Z");

  private static final Pattern REPEATED = Pattern.compile("<(\\d+)\\*(.+?)>");
  private static final LoanEventDecoder DECODER =
      new LoanEventDecoder(Set.of("loan.renewed"), Clock.fixed(NOW, ZoneOffset.UTC));

  private final Map<String, String> members = new LinkedHashMap<>();
  private Headers headers = new RecordHeaders();
  private byte @Nullable [] value;
  private boolean valueGiven;

  SampleRecord() {
    member("type", "\"loan.created\"");
    member("loanId", "\"L-1001\"");
    member("bookId", "\"B-7\"");
    member("memberId", "\"M-42\"");
    member("occurredAt", "\"2026-12-01T09:30:00+08:00\"");
    headers("event-id=E-1");
  }

  /** Sets a member to raw JSON; null removes it. */
  SampleRecord member(String name, @Nullable String json) {
    members.remove(name);
    if (json != null) {
      members.put(name, json);
    }
    return this;
  }

  /**
   * Replaces the headers: {@code name=value} pairs separated by commas, {@code ~} for null; see
   * {@link #expand}.
   */
  SampleRecord headers(@Nullable String pairs) {
    headers = new RecordHeaders();
    for (String pair : pairs == null ? new String[0] : pairs.split(",", -1)) {
      int equals = pair.indexOf('=');
      String text = expand(pair.substring(equals + 1));
      byte[] bytes = text.equals("~") ? null : text.getBytes(StandardCharsets.UTF_8);
      headers.add(pair.substring(0, equals).strip(), bytes);
    }
    return this;
  }

  SampleRecord header(String name, byte @Nullable [] bytes) {
    headers.add(name, bytes);
    return this;
  }

  SampleRecord value(byte @Nullable [] bytes) {
    value = bytes;
    valueGiven = true;
    return this;
  }

  SampleRecord value(String text) {
    return value(expand(text).getBytes(StandardCharsets.UTF_8));
  }

  String json() {
    return members.entrySet().stream()
        .map(member -> "\"" + member.getKey() + "\":" + member.getValue())
        .collect(Collectors.joining(",", "{", "}"));
  }

  ConsumerRecord<byte[], byte[]> build() {
    byte[] bytes = valueGiven ? value : json().getBytes(StandardCharsets.UTF_8);
    return new ConsumerRecord<>(
        "libraryd.loan",
        0,
        0L,
        0L,
        TimestampType.CREATE_TIME,
        0,
        0,
        "L-1001".getBytes(StandardCharsets.UTF_8),
        bytes,
        headers,
        Optional.empty());
  }

  Decoded decode() {
    return DECODER.decode(build());
  }

  /** The verdict in one word: {@code accepted}, {@code ignored} or the label of the reason. */
  String verdict() {
    Decoded decoded = decode();
    if (decoded instanceof Decoded.Refused refused) {
      return refused.reason().label();
    }
    return decoded instanceof Decoded.Ignored ? "ignored" : "accepted";
  }

  LoanEvent event() {
    return ((Decoded.Accepted) decode()).event();
  }

  Decoded.Refused refusal() {
    return (Decoded.Refused) decode();
  }

  /** Puts in the characters that a table cannot show, and {@code <n*c>} as n times c. */
  static String expand(String text) {
    String expanded =
        text.replace("<NUL>", "\0")
            .replace("<TAB>", "\t")
            .replace("<LF>", "\n")
            .replace("<CR>", "\r")
            .replace("<FF>", "\f")
            .replace("<ESC>", "\u001b")
            .replace("<DEL>", "\u007f")
            .replace("<NEL>", "\u0085")
            .replace("<SP>", " ")
            .replace("<NBSP>", "\u00a0")
            .replace("<IDSP>", "\u3000")
            .replace("<LS>", "\u2028")
            .replace("<PS>", "\u2029")
            .replace("<BOM>", "\ufeff");
    return REPEATED
        .matcher(expanded)
        .replaceAll(m -> quoteReplacement(m.group(2).repeat(Integer.parseInt(m.group(1)))));
  }
}
