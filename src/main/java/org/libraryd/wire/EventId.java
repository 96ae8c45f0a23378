package org.libraryd.wire;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.libraryd.wire.RawField.NoText;
import org.libraryd.wire.RawField.Text;

/** Finds a record's one event id, as it was sent: never trimmed, never invented. */
final class EventId {
  static final int LENGTH_MAX = 64;

  private EventId() {}

  static String of(List<RawField> sent) throws RefusalException {
    RawField id = sent.isEmpty() ? NoText.ABSENT : sent.get(0);
    if (!sent.stream().allMatch(id::equals)) {
      throw new RefusalException(Reason.AMBIGUOUS_ID, "several event ids, not all equal");
    }
    if (!id.isGiven()) {
      throw new RefusalException(Reason.MISSING_ID, "no event id");
    }
    if (id instanceof Text text && text.value().isBlank()) {
      throw new RefusalException(Reason.MISSING_ID, "the event id is blank");
    }
    if (id instanceof Text text && isValid(text.value())) {
      return text.value();
    }
    throw new RefusalException(
        Reason.INVALID_ID, "the event id is not 1 to " + LENGTH_MAX + " visible ASCII characters");
  }

  static @Nullable String validOrNull(List<RawField> sent) {
    try {
      return of(sent);
    } catch (RefusalException e) {
      return null;
    }
  }

  private static boolean isValid(String id) {
    return id.length() <= LENGTH_MAX && id.chars().allMatch(c -> c >= 0x21 && c <= 0x7E);
  }
}
