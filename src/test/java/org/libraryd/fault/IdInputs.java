package org.libraryd.fault;

import static org.libraryd.model.Draft.header;
import static org.libraryd.model.Kind.APPROVED;
import static org.libraryd.model.Kind.CANCELLED;
import static org.libraryd.model.Kind.CREATED;
import static org.libraryd.model.Kind.RETURNED;
import static org.libraryd.model.Verdict.APPLIED;
import static org.libraryd.model.Verdict.DUPLICATE;
import static org.libraryd.model.Verdict.UNCHANGED;

import java.util.Random;
import org.apache.kafka.common.header.Header;
import org.libraryd.model.Arrival.Event;
import org.libraryd.model.Draft;
import org.libraryd.model.Script;
import org.libraryd.model.Verdict;

/** What comes in when ids are repeated, reused, missing, too long or ambiguous. */
final class IdInputs {

  private static final Verdict ID_REUSE = Verdict.rejected("id-reuse");

  private IdInputs() {}

  /** A02: the same record again on its partition and on another. */
  static void producerRetry(Script script) {
    Draft record = Draft.of(script.event(CREATED, "A02"));
    script
        .accepted(0, record, APPLIED)
        .accepted(0, record, DUPLICATE)
        .accepted(1, record, DUPLICATE)
        .sentinel(0);
  }

  /** A03: an id again with another content, about the same loan and about another. */
  static void idReuse(Script script) {
    script
        .accepted(0, Draft.of(script.event("A03-x", CREATED, "A03-1")), APPLIED)
        .accepted(0, Draft.of(script.event("A03-x", CANCELLED, "A03-1")), ID_REUSE)
        .accepted(0, Draft.of(script.event("A03-x", CREATED, "A03-2")), ID_REUSE)
        .sentinel(0);
  }

  /** A04: two clicks at the desk. */
  static void semanticDuplicate(Script script) {
    Event click = script.event(CREATED, "A04");
    script
        .accepted(0, Draft.of(click), APPLIED)
        .accepted(0, Draft.of(new Event("A04-second", click.content())), UNCHANGED)
        .accepted(0, Draft.of(script.event(APPROVED, "A04")), APPLIED)
        .accepted(0, Draft.of(script.event(APPROVED, "A04")), UNCHANGED)
        .accepted(0, Draft.of(script.event(RETURNED, "A04")), APPLIED);
  }

  /** A05: no id in five ways, then a good record with a header without value. */
  static void missingId(Script script) {
    Draft good = Draft.of(script.event(CREATED, "A05"));
    script
        .refused(1, good.headers(), "missing-id")
        .refused(1, good.headers(header("event-id", (String) null)), "missing-id")
        .refused(1, good.headers(header("event-id", "")), "missing-id")
        .refused(1, good.headers(header("event-id", "   ")), "missing-id")
        .refused(1, good.headers(header("event-id", "\t\n")), "missing-id")
        .accepted(1, good.plus(header("trace", (String) null)), APPLIED)
        .sentinel(1);
  }

  /** A06: ids at the limit and far beyond it. */
  static void oversizedId(Script script) {
    Random random = new Random(6);
    String printable =
        random
            .ints(3_500, '!', '~' + 1)
            .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
            .toString();
    script.accepted(2, Draft.of(script.event("i".repeat(64), CREATED, "A06")), APPLIED).sentinel(2);
    for (String id :
        new String[] {"i".repeat(65), printable, "a".repeat(3_500), "a".repeat(65_536)}) {
      Draft good = Draft.of(script.event(CREATED, "A06-" + id.length()));
      script.refused(2, good.headers(header("event-id", id)), "invalid-id").sentinel(2);
    }
  }

  /** A07: the header of the id twice, different and equal, and in other letters. */
  static void repeatedHeader(Script script) {
    Draft one = Draft.of(script.event("A07-a", CREATED, "A07-1"));
    Draft two = Draft.of(script.event("A07-c", CREATED, "A07-2"));
    Draft three = Draft.of(script.event(CREATED, "A07-3"));
    script
        .refused(2, one.plus(header("event-id", "A07-b")), "ambiguous-id")
        .accepted(2, two.plus(header("event-id", "A07-c")), APPLIED)
        .refused(2, three.headers(header("Event-Id", "A07-d")), "missing-id")
        .sentinel(2);
  }

  /** A08: one event as a CloudEvent in binary mode twice, then in the plain form. */
  static void cloudEvent(Script script) {
    Draft plain = Draft.of(script.event("A08-x", CREATED, "A08"));
    Header[] attributes = {
      header("ce_specversion", "1.0"),
      header("ce_id", "A08-x"),
      header("ce_type", "loan.created"),
      header("ce_source", "/desk"),
      header("content-type", "application/json")
    };
    script
        .accepted(0, plain.headers(attributes), APPLIED)
        .accepted(0, plain.headers(attributes), DUPLICATE)
        .accepted(0, plain, DUPLICATE);
  }
}
