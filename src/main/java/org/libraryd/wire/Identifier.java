package org.libraryd.wire;

import org.jspecify.annotations.Nullable;
import org.libraryd.wire.RawField.Text;

/**
 * Checks the ids of loans, books and members alike, and so that both databases can store each that
 * passes.
 */
final class Identifier {
  static final int CODE_POINTS_MAX = 32;

  private Identifier() {}

  static String required(String name, RawField field) throws RefusalException {
    String id = optional(name, field);
    if (id == null) {
      throw RefusalException.invalidField(name + " is missing");
    }
    return id;
  }

  static @Nullable String optional(String name, RawField field) throws RefusalException {
    String id = field.textOrNull(name);
    if (id != null && !isValid(id)) {
      throw RefusalException.invalidField(
          name
              + " is not 1 to "
              + CODE_POINTS_MAX
              + " characters without control characters and outer white space");
    }
    return id;
  }

  static @Nullable String validOrNull(RawField field) {
    return field instanceof Text text && isValid(text.value()) ? text.value() : null;
  }

  private static boolean isValid(String id) {
    // The first condition spares counting a huge string: a code point has at most two units.
    return !id.isEmpty()
        && id.length() <= 2 * CODE_POINTS_MAX
        && id.codePointCount(0, id.length()) <= CODE_POINTS_MAX
        && id.chars().noneMatch(Identifier::breaksLine)
        && !isWhiteSpace(id.charAt(0))
        && !isWhiteSpace(id.charAt(id.length() - 1));
  }

  private static boolean breaksLine(int c) {
    return Character.isISOControl(c) || c == 0x2028 || c == 0x2029;
  }

  // Two methods because each leaves out some: the first no-break spaces, the second tabs.
  private static boolean isWhiteSpace(char c) {
    return Character.isWhitespace(c) || Character.isSpaceChar(c);
  }
}
