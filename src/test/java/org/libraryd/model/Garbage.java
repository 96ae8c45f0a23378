package org.libraryd.model;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.libraryd.model.Rendering.header;

import java.util.List;
import java.util.Objects;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;
import org.libraryd.model.Rendering.Rendered;

/**
 * One way to spoil a well-formed record, with the only reason it can be refused for.
 *
 * @param reason label of the refusal
 * @param spoil turns a plain {@code loan.created} record into the bad one
 */
record Garbage(String reason, UnaryOperator<Rendered> spoil) {

  static final List<Garbage> ALL =
      List.of(
          id("missing-id"),
          id("missing-id", header("event-id", null)),
          id("missing-id", header("event-id", "")),
          id("missing-id", header("event-id", "   ")),
          id("missing-id", header("Event-Id", "e1")),
          id("invalid-id", header("event-id", "e".repeat(65))),
          id("invalid-id", header("event-id", "e 1")),
          id("invalid-id", header("event-id", "e1 ")),
          id("invalid-id", header("event-id", "\u00e91")),
          id("invalid-id", header("event-id", "e\u0000")),
          id("ambiguous-id", header("event-id", "e1"), header("event-id", "e2")),
          id("ambiguous-id", header("event-id", "e1"), header("event-id", null)),
          id("ambiguous-id", header("event-id", "e1"), header("ce_id", "e2")),
          id("malformed", header("event-id", "e1"), header("ce_specversion", "0.3")),
          value(null),
          value(new byte[0]),
          value("{\"note\": \"\u00ff\u00fe\"}".getBytes(ISO_8859_1)),
          json(text -> text.substring(0, text.length() / 2)),
          json(text -> text + " x"),
          json(text -> text + text),
          json(text -> "\uFEFF" + text),
          json(text -> "[" + text + "]"),
          json(text -> "{\"loanId\": \"L-x\", " + text.substring(1)),
          json(text -> "{\"note\": \"a\\u0000\", " + text.substring(1)),
          json(text -> "{\"note\": \"\\ud83d\", " + text.substring(1)),
          member("unknown-type", "type", "\"loan.renamed\""),
          member("invalid-field", "loanId", "1001"),
          member("invalid-field", "loanId", "true"),
          member("invalid-field", "loanId", "\"\""),
          member("invalid-field", "loanId", "\" L-1\""),
          member("invalid-field", "loanId", "\"L\\n1\""),
          member("invalid-field", "loanId", "\"" + "L".repeat(33) + "\""),
          member("invalid-field", "bookId", "null"),
          member("invalid-field", "memberId", "\"   \""),
          member("invalid-field", "occurredAt", "null"),
          member("invalid-field", "occurredAt", "\"2024-02-30T10:00:00Z\""),
          member("invalid-field", "occurredAt", "\"2024-02-03T10:00:00\""),
          member("invalid-field", "occurredAt", "\"1999-12-31T23:59:59Z\""),
          member("invalid-field", "occurredAt", "\"2999-01-01T00:00:00Z\""));

  private static Garbage id(String reason, Header... headers) {
    return new Garbage(reason, good -> good.withHeaders(headers));
  }

  private static Garbage value(byte @Nullable [] bytes) {
    return new Garbage("malformed", good -> good.withValue(bytes));
  }

  private static Garbage json(UnaryOperator<String> edit) {
    return new Garbage("malformed", good -> good.withValue(edit.apply(text(good)).getBytes(UTF_8)));
  }

  private static Garbage member(String reason, String name, String json) {
    String member = "\"" + name + "\": \"[^\"]*\"";
    String other = Matcher.quoteReplacement("\"" + name + "\": " + json);
    return new Garbage(
        reason, good -> good.withValue(text(good).replaceFirst(member, other).getBytes(UTF_8)));
  }

  private static String text(Rendered rendered) {
    return new String(Objects.requireNonNull(rendered.value()), UTF_8);
  }
}
