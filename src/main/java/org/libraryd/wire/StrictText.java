package org.libraryd.wire;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/** Says which text can be stored and sent on unchanged by every database and client. */
final class StrictText {
  private StrictText() {}

  /**
   * Decodes UTF-8 and refuses what is none: overlong forms, encoded surrogates and cut sequences
   * included.
   */
  static CharBuffer decode(byte[] utf8) throws CharacterCodingException {
    return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(utf8));
  }

  /**
   * True if the text has neither U+0000 nor half a surrogate pair, which JSON escapes can smuggle
   * in.
   */
  static boolean isSound(CharSequence text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == 0) {
        return false;
      }
      if (Character.isSurrogate(c)) {
        boolean paired = i + 1 < text.length() && Character.isSurrogatePair(c, text.charAt(i + 1));
        if (!paired) {
          return false;
        }
        i++;
      }
    }
    return true;
  }
}
