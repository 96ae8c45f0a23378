package org.libraryd.model;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.jspecify.annotations.Nullable;
import org.libraryd.model.Arrival.Event;
import org.libraryd.model.Rendering.Rendered;

/** A record in the making: an event in its plain form, and whatever a test makes of it. */
public final class Draft {

  private final Event event;
  private final byte @Nullable [] key;
  private final Rendered rendered;

  private Draft(Event event, byte @Nullable [] key, Rendered rendered) {
    this.event = event;
    this.key = key;
    this.rendered = rendered;
  }

  /** The record a circulation desk sends: keyed by the loan, one id header, one JSON object. */
  public static Draft of(Event event) {
    return new Draft(event, event.content().loanId().getBytes(UTF_8), Rendering.plain(event));
  }

  /** A header with a text or with no value at all. */
  public static Header header(String name, @Nullable String value) {
    return Rendering.header(name, value);
  }

  /** A header with a value that need not be text. */
  public static Header header(String name, byte[] value) {
    return new RecordHeader(name, value);
  }

  public Draft key(byte @Nullable [] other) {
    return new Draft(event, other, rendered);
  }

  public Draft value(byte @Nullable [] other) {
    return new Draft(event, key, rendered.withValue(other));
  }

  public Draft value(String other) {
    return value(other.getBytes(UTF_8));
  }

  /** Replaces all headers. */
  public Draft headers(Header... others) {
    return new Draft(event, key, rendered.withHeaders(others));
  }

  /** Adds headers behind those that are there. */
  public Draft plus(Header... more) {
    List<Header> all = new ArrayList<>(rendered.headers());
    all.addAll(List.of(more));
    return headers(all.toArray(Header[]::new));
  }

  /** Puts any JSON in place of the string that is the value of a member. */
  public Draft member(String name, String json) {
    String mark = "\"" + name + "\": \"";
    String text = json();
    int start = text.indexOf(mark) + mark.length() - 1;
    return value(
        text.substring(0, start) + json + text.substring(text.indexOf('"', start + 1) + 1));
  }

  /** Adds a member of any JSON in front of the others. */
  public Draft plusMember(String name, String json) {
    return value("{\"" + name + "\": " + json + ", " + json().substring(1));
  }

  /** Returns when the event happened, as a clock that many hours ahead of UTC shows it. */
  public String occurredAt(int hours) {
    return event.content().occurredAt().atOffset(ZoneOffset.ofHours(hours)).toString();
  }

  /** Returns the body as text. */
  public String json() {
    return new String(Objects.requireNonNull(rendered.value()), UTF_8);
  }

  Event event() {
    return event;
  }

  /** Returns the record as it is sent. */
  public ProducerRecord<byte[], byte[]> on(String topic, int partition) {
    return new ProducerRecord<>(topic, partition, key, rendered.value(), rendered.headers());
  }
}
