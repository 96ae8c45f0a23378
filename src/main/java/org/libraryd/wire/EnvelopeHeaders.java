package org.libraryd.wire;

import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;
import org.libraryd.wire.RawField.NoText;
import org.libraryd.wire.RawField.Text;

/**
 * The headers that say how a record is to be read, all values of each in their order; other headers
 * are not looked at. {@code event-id} and {@code ce_id} are one field under two names.
 */
record EnvelopeHeaders(
    List<RawField> ids,
    List<RawField> specVersions,
    List<RawField> types,
    List<RawField> times,
    List<RawField> contentTypes) {

  private static final Text SPEC_VERSION = new Text("1.0");
  private static final String CLOUD_EVENTS = "application/cloudevents";
  private static final String CLOUD_EVENTS_JSON = CLOUD_EVENTS + "+json";

  static EnvelopeHeaders of(Headers headers) {
    EnvelopeHeaders read =
        new EnvelopeHeaders(
            new ArrayList<>(2),
            new ArrayList<>(0),
            new ArrayList<>(0),
            new ArrayList<>(0),
            new ArrayList<>(0));
    for (Header header : headers) {
      switch (header.key()) {
        case HeaderNames.EVENT_ID, HeaderNames.CE_ID -> read.ids.add(bytes(header.value()));
        case HeaderNames.CE_SPECVERSION -> read.specVersions.add(text(header.value()));
        case HeaderNames.CE_TYPE -> read.types.add(text(header.value()));
        case HeaderNames.CE_TIME -> read.times.add(text(header.value()));
        case HeaderNames.CONTENT_TYPE -> read.contentTypes.add(text(header.value()));
        default -> {}
      }
    }
    return read;
  }

  /** True if the CloudEvents attributes are in headers. */
  boolean isBinary() {
    return !specVersions.isEmpty();
  }

  /** True if the CloudEvents attributes are in the value, beside {@code data}. */
  boolean isStructured() {
    return mediaTypes().anyMatch(type -> type.startsWith(CLOUD_EVENTS_JSON));
  }

  /** Refuses every encoding but plain JSON and the two modes of CloudEvents 1.0 with JSON data. */
  void check() throws RefusalException {
    if (mediaTypes().anyMatch(type -> isCloudEvents(type) && !type.startsWith(CLOUD_EVENTS_JSON))) {
      throw RefusalException.malformed("CloudEvents in a batch or another format than JSON");
    }
    if (!isBinary()) {
      return;
    }
    if (!specVersions.stream().allMatch(EnvelopeHeaders::isSupported)) {
      throw RefusalException.malformed("ce_specversion is not 1.0");
    }
    if (Stream.concat(types.stream(), times.stream()).anyMatch(NoText.OTHER::equals)) {
      throw RefusalException.malformed("a CloudEvents attribute is not text");
    }
    if (!mediaTypes().allMatch(type -> isCloudEvents(type) || isJson(type))) {
      throw RefusalException.malformed("CloudEvents data is not JSON");
    }
  }

  static boolean isSupported(RawField specVersion) {
    return specVersion.equals(SPEC_VERSION);
  }

  /** True for {@code application/json} and its like, {@code application/vnd.desk+json} included. */
  static boolean isJson(String mediaType) {
    int parameters = mediaType.indexOf(';');
    String bare = parameters < 0 ? mediaType : mediaType.substring(0, parameters);
    String name = bare.strip().toLowerCase(Locale.ROOT);
    return name.endsWith("/json") || name.endsWith("+json");
  }

  private static boolean isCloudEvents(String mediaType) {
    return mediaType.startsWith(CLOUD_EVENTS);
  }

  private Stream<String> mediaTypes() {
    return contentTypes.stream()
        .filter(RawField::isGiven)
        .map(
            type -> type instanceof Text text ? text.value().strip().toLowerCase(Locale.ROOT) : "");
  }

  // One character per byte: two ids are equal when their bytes are, valid UTF-8 or not.
  private static RawField bytes(byte @Nullable [] value) {
    return value == null ? NoText.NULL : new Text(new String(value, StandardCharsets.ISO_8859_1));
  }

  private static RawField text(byte @Nullable [] value) {
    if (value == null) {
      return NoText.NULL;
    }
    try {
      CharBuffer text = StrictText.decode(value);
      return StrictText.isSound(text) ? new Text(text.toString()) : NoText.OTHER;
    } catch (CharacterCodingException e) {
      return NoText.OTHER;
    }
  }
}
