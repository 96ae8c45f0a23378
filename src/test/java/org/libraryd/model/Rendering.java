package org.libraryd.model;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.jspecify.annotations.Nullable;
import org.libraryd.model.Arrival.Content;
import org.libraryd.model.Arrival.Event;

/** Writes one event in any of the forms that must be read as the same event. */
final class Rendering {

  /** The value and headers of a record; a null value is a tombstone. */
  static final class Rendered {

    private final byte @Nullable [] value;
    private final List<Header> headers;

    private Rendered(byte @Nullable [] value, List<Header> headers) {
      this.value = value;
      this.headers = headers;
    }

    byte @Nullable [] value() {
      return value;
    }

    List<Header> headers() {
      return headers;
    }

    Rendered withValue(byte @Nullable [] other) {
      return new Rendered(other, headers);
    }

    Rendered withHeaders(Header... others) {
      return new Rendered(value, List.of(others));
    }
  }

  private record Member(String name, String json) {}

  private Rendering() {}

  /** The plain form: header {@code event-id} and one flat JSON object. */
  static Rendered plain(Event event) {
    return new Rendered(
        object(members(event.content(), ZoneOffset.ofHours(8), false)).getBytes(UTF_8),
        List.of(header("event-id", event.eventId())));
  }

  /** Any form, chosen by {@code random}. */
  static Rendered any(Event event, Random random) {
    return switch (random.nextInt(4)) {
      case 0 -> binaryCloudEvent(event, random);
      case 1 -> structuredCloudEvent(event, random);
      default -> reordered(event, random);
    };
  }

  static Header header(String name, @Nullable String value) {
    return new RecordHeader(name, value == null ? null : value.getBytes(UTF_8));
  }

  private static Rendered reordered(Event event, Random random) {
    List<Member> members = members(event.content(), offset(random), random.nextBoolean());
    members.add(new Member("desk", "{\"floor\": [1, 2.50, null], \"open\": true}"));
    Collections.shuffle(members, random);
    List<Header> headers = new ArrayList<>();
    headers.add(header("event-id", event.eventId()));
    headers.add(header("trace", null));
    if (random.nextBoolean()) {
      headers.add(header("event-id", event.eventId()));
    }
    return new Rendered(object(members).getBytes(UTF_8), headers);
  }

  private static Rendered binaryCloudEvent(Event event, Random random) {
    Content content = event.content();
    List<Member> rest = members(content, offset(random), true);
    rest.removeIf(member -> member.name().equals("type") || member.name().equals("occurredAt"));
    return new Rendered(
        object(rest).getBytes(UTF_8),
        List.of(
            header("ce_specversion", "1.0"),
            header("ce_id", event.eventId()),
            header("ce_source", "/desk/1"),
            header("ce_type", content.kind().wireName()),
            header("ce_time", at(content.occurredAt(), offset(random))),
            header("content-type", "application/json")));
  }

  private static Rendered structuredCloudEvent(Event event, Random random) {
    Content content = event.content();
    List<Member> rest = members(content, offset(random), false);
    rest.removeIf(member -> member.name().equals("type") || member.name().equals("occurredAt"));
    List<Member> envelope = new ArrayList<>();
    envelope.add(new Member("specversion", "\"1.0\""));
    envelope.add(new Member("id", quoted(event.eventId(), false)));
    envelope.add(new Member("source", "\"/desk/2\""));
    envelope.add(new Member("type", quoted(content.kind().wireName(), false)));
    envelope.add(new Member("time", quoted(at(content.occurredAt(), offset(random)), false)));
    envelope.add(new Member("data", object(rest)));
    Collections.shuffle(envelope, random);
    return new Rendered(
        object(envelope).getBytes(UTF_8),
        List.of(header("content-type", "application/cloudevents+json; charset=UTF-8")));
  }

  private static List<Member> members(Content content, ZoneOffset offset, boolean escaped) {
    List<Member> members = new ArrayList<>();
    members.add(new Member("type", quoted(content.kind().wireName(), escaped)));
    members.add(new Member("loanId", quoted(content.loanId(), escaped)));
    if (content.bookId() != null) {
      members.add(new Member("bookId", quoted(content.bookId(), escaped)));
    } else if (escaped) {
      members.add(new Member("bookId", "null"));
    }
    if (content.memberId() != null) {
      members.add(new Member("memberId", quoted(content.memberId(), escaped)));
    }
    members.add(new Member("occurredAt", quoted(at(content.occurredAt(), offset), false)));
    return members;
  }

  private static String object(List<Member> members) {
    return members.stream()
        .map(member -> "\"" + member.name() + "\": " + member.json())
        .collect(Collectors.joining(", ", "{", "}"));
  }

  /** Quotes a text that needs no escaping; {@code escaped} writes its first unit as an escape. */
  private static String quoted(String text, boolean escaped) {
    boolean pair = Character.isSurrogate(text.charAt(0));
    return escaped && !pair
        ? String.format("\"\\u%04x%s\"", (int) text.charAt(0), text.substring(1))
        : "\"" + text + "\"";
  }

  private static String at(Instant instant, ZoneOffset offset) {
    return DateTimeFormatter.ISO_OFFSET_DATE_TIME.format(instant.atOffset(offset));
  }

  private static ZoneOffset offset(Random random) {
    return ZoneOffset.ofTotalSeconds(900 * (random.nextInt(97) - 48));
  }
}
