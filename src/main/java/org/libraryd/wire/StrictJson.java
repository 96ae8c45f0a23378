package org.libraryd.wire;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import java.io.IOException;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.libraryd.wire.RawField.Members;
import org.libraryd.wire.RawField.NoText;
import org.libraryd.wire.RawField.Text;

/**
 * Reads one JSON object and nothing but one JSON object, to its last byte: strict UTF-8, no
 * repeated members and no unsound text at any depth, at most {@value #DEPTH_MAX} levels. Keeps only
 * the members asked for, so a large body of strange members costs no tree; recursion is bounded
 * whatever the depth.
 */
final class StrictJson {
  static final int DEPTH_MAX = 1_000;

  // Only the depth is limited. Limits on lengths would refuse legal members that nobody reads, and
  // a table of names shared
  // between records would let one record's names decide over the next.
  private static final JsonFactory JSON =
      JsonFactory.builder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxNestingDepth(DEPTH_MAX)
                  .maxStringLength(Integer.MAX_VALUE)
                  .maxNumberLength(Integer.MAX_VALUE)
                  .maxNameLength(Integer.MAX_VALUE)
                  .build())
          .build();

  private final JsonParser parser;
  private final Set<String> names;

  private StrictJson(JsonParser parser, Set<String> names) {
    this.parser = parser;
    this.names = names;
  }

  /**
   * The object's members of those names; where such a member is an object itself, its members of
   * those names.
   */
  static Members read(byte[] body, Set<String> names) throws RefusalException {
    CharBuffer text = decoded(body);
    int start = text.arrayOffset() + text.position();
    try (JsonParser parser = JSON.createParser(text.array(), start, text.remaining())) {
      return new StrictJson(parser, names).document();
    } catch (JacksonException e) {
      throw RefusalException.malformed("not strict JSON" + position(e));
    } catch (IOException e) {
      throw RefusalException.malformed("not strict JSON");
    }
  }

  private static CharBuffer decoded(byte[] body) throws RefusalException {
    try {
      return StrictText.decode(body);
    } catch (CharacterCodingException e) {
      throw RefusalException.malformed("not UTF-8");
    }
  }

  // The parser's own message quotes the body.
  private static String position(JacksonException e) {
    return e.getLocation() == null ? "" : " near character " + e.getLocation().getCharOffset();
  }

  private Members document() throws IOException, RefusalException {
    if (parser.nextToken() != JsonToken.START_OBJECT) {
      throw RefusalException.malformed("not a JSON object");
    }
    Members members = object(true);
    if (parser.nextToken() != null) {
      throw RefusalException.malformed("text after the JSON object");
    }
    return members;
  }

  private Members object(boolean topLevel) throws IOException, RefusalException {
    Map<String, RawField> kept = new HashMap<>();
    while (parser.nextToken() != JsonToken.END_OBJECT) {
      String name = sound(parser.currentName());
      RawField value = value(parser.nextToken(), topLevel && names.contains(name));
      if (names.contains(name)) {
        kept.put(name, value);
      }
    }
    return new Members(kept);
  }

  private RawField value(JsonToken token, boolean keepMembers)
      throws IOException, RefusalException {
    return switch (token) {
      case VALUE_STRING -> new Text(sound(parser.getText()));
      case VALUE_NULL -> NoText.NULL;
      case START_OBJECT -> keepMembers ? object(false) : skipped();
      case START_ARRAY -> skipped();
      default -> NoText.OTHER;
    };
  }

  /**
   * Passes over the rest of an array or object, checking its texts: the parser's own way of
   * skipping does not.
   */
  private RawField skipped() throws IOException, RefusalException {
    int depth = 1;
    while (depth > 0) {
      JsonToken token = parser.nextToken();
      if (token.isStructStart()) {
        depth++;
      } else if (token.isStructEnd()) {
        depth--;
      } else if (token == JsonToken.FIELD_NAME || token == JsonToken.VALUE_STRING) {
        sound(parser.getText());
      }
    }
    return NoText.OTHER;
  }

  private static String sound(String text) throws RefusalException {
    if (!StrictText.isSound(text)) {
      throw RefusalException.malformed("U+0000 or half a surrogate pair");
    }
    return text;
  }
}
