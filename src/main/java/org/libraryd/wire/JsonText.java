package org.libraryd.wire;

import com.fasterxml.jackson.core.io.JsonStringEncoder;

/** Writes a flat JSON object, members in the order they are put. */
public final class JsonText {
  private static final JsonStringEncoder ENCODER = JsonStringEncoder.getInstance();
  private static final int USUAL_LENGTH = 256;

  private final StringBuilder text = new StringBuilder(USUAL_LENGTH).append('{');

  private JsonText() {}

  public static JsonText object() {
    return new JsonText();
  }

  public JsonText put(String name, String value) {
    name(name).append('"');
    ENCODER.quoteAsString(value, text);
    text.append('"');
    return this;
  }

  public JsonText put(String name, long value) {
    name(name).append(value);
    return this;
  }

  private StringBuilder name(String name) {
    if (text.length() > 1) {
      text.append(',');
    }
    text.append('"');
    ENCODER.quoteAsString(name, text);
    return text.append("\":");
  }

  @Override
  public String toString() {
    return text + "}";
  }
}
