package org.libraryd.wire;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One field as it was sent, in a header or as a JSON member, before anything is required of it. */
sealed interface RawField {

  /** The fields that are no text. */
  enum NoText implements RawField {
    ABSENT,
    NULL,
    /**
     * A number, a boolean, an array, an object nobody asked for, or header bytes that are not
     * UTF-8.
     */
    OTHER
  }

  record Text(String value) implements RawField {}

  /** A JSON object, reduced to the members somebody asked for. */
  record Members(Map<String, RawField> byName) implements RawField {
    RawField get(String name) {
      return byName.getOrDefault(name, NoText.ABSENT);
    }
  }

  default boolean isGiven() {
    return this != NoText.ABSENT && this != NoText.NULL;
  }

  /**
   * The text, or null when nothing was given. Anything but text is refused: there is no coercion.
   */
  default @Nullable String textOrNull(String name) throws RefusalException {
    if (this instanceof Text text) {
      return text.value();
    }
    if (isGiven()) {
      throw RefusalException.invalidField(name + " is not a string");
    }
    return null;
  }
}
