package org.libraryd.fault;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.libraryd.model.Draft.header;
import static org.libraryd.model.Kind.APPROVED;
import static org.libraryd.model.Kind.CREATED;
import static org.libraryd.model.Verdict.APPLIED;
import static org.libraryd.model.Verdict.DUPLICATE;

import java.util.List;
import org.libraryd.model.Draft;
import org.libraryd.model.Script;

/** What comes in as a body that is none, or holds what no field may hold. */
final class BodyInputs {

  private static final String MALFORMED = "malformed";
  private static final String INVALID = "invalid-field";
  private static final String UNKNOWN = "unknown-type";
  private static final String EMOJI = "\ud83d\udcda";

  private BodyInputs() {}

  /** A09: no value, first of its partition, between neighbours, and without any header. */
  static void tombstone(Script script) {
    byte[] nothing = null;
    script
        .refused(2, draft(script, "A09-1").value(nothing), MALFORMED)
        .accepted(2, draft(script, "A09-2"), APPLIED)
        .refused(2, draft(script, "A09-3").value(nothing), MALFORMED)
        .accepted(2, draft(script, "A09-4"), APPLIED)
        .refused(2, draft(script, "A09-5").value(nothing).headers(), MALFORMED)
        .sentinel(2);
  }

  /** A11: bodies that are no JSON object, in front of good ones. */
  static void malformed(Script script) {
    List<String> bodies =
        List.of(
            "{\"type\":",
            "not json",
            "{\"a\":" + "[".repeat(1_001) + "]".repeat(1_001) + "}",
            "\"" + "x".repeat(900_000) + "\"");
    bodies.forEach(body -> script.refused(1, draft(script, "A11").value(body), MALFORMED));
    for (int i = 0; i < 10; i++) {
      script.accepted(1, draft(script, "A11-" + i), APPLIED);
    }
  }

  /** A12: scalars of the wrong type, and white space where a name should be. */
  static void wrongTypes(Script script) {
    for (String json :
        List.of("1001", "1001.50", "true", "[\"L-1\"]", "{}", "\"\"", "\"  L-1  \"")) {
      script.refused(0, draft(script, "A12").member("loanId", json), INVALID);
    }
    for (String json : List.of("\" 7 \"", "\"   \"", "7.9", "1e2", "12345678901234567890")) {
      script.refused(0, draft(script, "A12").member("occurredAt", json), INVALID);
    }
    script.sentinel(0);
  }

  /** A13: a type nobody knows, none at all, and members nobody knows. */
  static void unknown(Script script) {
    script
        .refused(1, draft(script, "A13-1").member("type", "\"renewed\""), UNKNOWN)
        .refused(1, draft(script, "A13-2").member("type", "null"), UNKNOWN)
        .accepted(
            1,
            draft(script, "A13-3")
                .plusMember("desk", "{\"floor\": [1, {\"open\": true}]}")
                .plusMember("fee", "2.50")
                .plusMember("note", "\"late\""),
            APPLIED)
        .sentinel(1);
  }

  /** A14: U+0000 in a text, in a name and in the id; then scripts of the world. */
  static void unicode(Script script) {
    script
        .refused(2, draft(script, "A14-1").plusMember("note", "\"a\\u0000b\""), MALFORMED)
        .refused(2, draft(script, "A14-2").member("loanId", "\"L\\u00001\""), MALFORMED)
        .refused(
            2,
            draft(script, "A14-3").headers(header("event-id", new byte[] {'e', 0, '1'})),
            "invalid-id");
    for (String name :
        List.of(
            EMOJI.repeat(3),
            "\ud83d\udc69\u200d\ud83d\ude80",
            "\u05e1\u05e4\u05e8-\u05d0\u05dc\u05e3",
            "e\u0301-14")) {
      script.accepted(2, draft(script, name), APPLIED);
    }
    script.sentinel(2);
  }

  /** A15: names at their limit and beyond, and bodies much larger than what is kept of them. */
  static void length(Script script) {
    script
        .accepted(0, draft(script, "x".repeat(32)), APPLIED)
        .accepted(0, draft(script, EMOJI.repeat(32)), APPLIED);
    for (String name : List.of("loanId", "bookId", "memberId")) {
      for (String tooLong : List.of("x".repeat(33), EMOJI.repeat(33), "x".repeat(32) + " ")) {
        script.refused(0, draft(script, "A15").member(name, "\"" + tooLong + "\""), INVALID);
      }
    }
    for (int size : new int[] {256, 4_001, 65_536}) {
      Draft large = draft(script, "A15-" + size).plusMember("note", "\"" + "n".repeat(size) + "\"");
      script.accepted(0, large, APPLIED);
    }
    script.sentinel(0);
  }

  /** A16: times with legal offsets, and times that are none or out of range. */
  static void timestamps(Script script) {
    Draft noon = draft(script, "A16-0");
    script
        .accepted(1, noon.member("occurredAt", "\"" + noon.occurredAt(14) + "\""), APPLIED)
        .accepted(1, noon.member("occurredAt", "\"" + noon.occurredAt(-12) + "\""), DUPLICATE);
    for (String time :
        List.of(
            "2024-06-01T10:00:00+25:00",
            "2024-06-01T10:00:00",
            "24:00:00Z",
            "2024-06-01T23:59:60Z",
            "2024-02-30T10:00:00Z",
            "0001-01-01T00:00:00Z",
            "10000-01-01T00:00:00Z",
            "300000-01-01T00:00:00Z",
            "+999999999-12-31T23:59:59Z",
            "",
            "2024-06-01 10:00Z")) {
      Draft wrong = draft(script, "A16").member("occurredAt", "\"" + time + "\"");
      script.refused(1, wrong, INVALID);
    }
    script.sentinel(1);
  }

  /** A44: texts that forge log lines or steer a terminal. */
  static void logInjection(Script script) {
    String text =
        "x\\r\\n2026-12-01 00:00:00,000 ERROR [forged] (main) forged\\u0085\\u2028\\u001b[31m";
    String raw = "x\r\n2026-12-01 00:00:00,000 ERROR [forged] (main) forged\u0085\u2028\u001b[31m";
    String quoted = "\"" + text + "\"";
    script
        .refused(2, draft(script, "A44-1").member("type", quoted), UNKNOWN)
        .refused(2, draft(script, "A44-2").member("loanId", quoted), INVALID)
        .accepted(2, draft(script, "A44-3").plusMember("note", quoted), APPLIED)
        .refused(2, draft(script, "A44-4").headers(header("event-id", raw)), "invalid-id")
        .refused(2, draft(script, "A44-5").value(raw), MALFORMED)
        .refused(2, draft(script, "A44-6").value("{\"" + raw + "\": 1}"), MALFORMED)
        .sentinel(2);
  }

  /** A46: a refused record with everything a record can carry. */
  static void rareHeaders(Script script) {
    Draft odd =
        Draft.of(script.event(APPROVED, "A46"))
            .key(new byte[] {0, -1, 127})
            .value("{\"note\": \"\u00ff\u00fe\"}".getBytes(ISO_8859_1))
            .plus(
                header("traceparent", "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"),
                header("retry-count", "3"),
                header("desk", "first"),
                header("desk", "second"),
                header("nothing", (String) null),
                header("binary", new byte[] {0, 1, -128, -1}));
    script.refused(1, odd, MALFORMED).sentinel(1);
  }

  private static Draft draft(Script script, String loanId) {
    return Draft.of(script.event(CREATED, loanId));
  }
}
